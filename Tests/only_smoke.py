"""A pytest plugin for `make test`: collects only files with smoke tests, and only these tests.

Other files may import packages that `make test` does not install.
"""


def pytest_configure(config):
    config.option.markexpr = "smoke"


def pytest_ignore_collect(collection_path):
    """Ignores a test file without a smoke test; None leaves the decision to pytest."""
    if collection_path.suffix == ".py" and "mark.smoke" not in collection_path.read_text():
        return True
    return None
