"""Starts with certificates and keys that are no good: one clear line that names the file."""

import pytest

from certificates import Certificate, openssl
from refused_starts import folder_of_nobody, give_to_nobody, refusal, refusal_as_nobody, start


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("tls"))


def refused(certificate, key):
    return refusal("--store", "memory", "--tls-cert", certificate, "--tls-key", key)


@pytest.mark.parametrize("given", ["--tls-cert", "--tls-key"])
def test_one_goes_not_without_the_other(certificate, given):
    done = start("--store", "memory", given, certificate.path)
    assert done.returncode > 0 and "--tls-cert and --tls-key go together" in done.stderr


def test_files_that_are_not_there(certificate, tmp_path):
    missing = tmp_path / "missing.pem"
    for line in (refused(missing, certificate.key), refused(certificate.path, missing)):
        assert str(missing) in line and "No such file" in line


def test_files_that_may_not_be_read(certificate):
    with folder_of_nobody() as folder:
        key = folder / "server.key"
        key.write_bytes(certificate.key.read_bytes())
        key.chmod(0)
        (folder / "data").mkdir()
        give_to_nobody(folder / "data")
        (folder / "server.crt").write_bytes(certificate.path.read_bytes())
        line = refusal_as_nobody(
            folder, folder / "data", "--tls-cert", folder / "server.crt", "--tls-key", key
        )
        assert str(key) in line and "Permission denied" in line


@pytest.mark.parametrize("content", [b"", b"nothing of use", b"\x00\xff" * 50, b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_files_that_hold_something_else(certificate, tmp_path, content):
    other = tmp_path / "other.pem"
    other.write_bytes(content)
    line = refused(other, certificate.key)
    assert str(other) in line and "no certificate in PEM" in line
    line = refused(certificate.path, other)
    assert str(other) in line and "no private key in PEM" in line


def test_a_folder_in_place_of_a_file(certificate, tmp_path):
    assert str(tmp_path) in refused(tmp_path, certificate.key)
    assert str(tmp_path) in refused(certificate.path, tmp_path)


def test_the_two_files_in_each_others_place(certificate):
    assert "no certificate in PEM" in refused(certificate.key, certificate.path)


@pytest.mark.parametrize("key", [("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"), ("rsa:2048",)], ids=["EC", "RSA"])
def test_a_key_of_another_certificate(certificate, tmp_path, key):
    other = Certificate(tmp_path, "other", key=key)
    line = refused(certificate.path, other.key)
    assert str(other.key) in line and "does not belong to the certificate" in line


@pytest.mark.parametrize("form", [("pkey",), ("ec",)], ids=["PKCS 8", "the older form"])
def test_a_key_with_a_passphrase(certificate, tmp_path, form):
    """Nobody is there to type it, and no prompt waits for it."""
    locked = tmp_path / "locked.pem"
    openssl(*form, "-in", certificate.key, "-aes256", "-passout", "pass:secret", "-out", locked)
    line = refused(certificate.path, locked)
    assert str(locked) in line and "passphrase" in line
