"""A start with a bad certificate or key fails with one clear line that names the file."""

import pytest

from certificates import Certificate, openssl
from refused_starts import folder_of_nobody, give_to_nobody, refusal, refusal_as_nobody, start


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("tls"))


def tls_refusal(certificate, key):
    return refusal("--store", "memory", "--tls-cert", certificate, "--tls-key", key)


@pytest.mark.parametrize("given", ["--tls-cert", "--tls-key"])
def test_the_certificate_and_the_key_must_be_given_together(certificate, given):
    done = start("--store", "memory", given, certificate.path)
    assert done.returncode > 0 and "--tls-cert and --tls-key must be given together" in done.stderr


def test_a_missing_file_is_reported(certificate, tmp_path):
    missing = tmp_path / "missing.pem"
    for line in (tls_refusal(missing, certificate.key), tls_refusal(certificate.path, missing)):
        assert str(missing) in line and "No such file" in line


def test_an_unreadable_file_is_reported(certificate):
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
def test_a_file_without_the_expected_pem_is_reported(certificate, tmp_path, content):
    other = tmp_path / "other.pem"
    other.write_bytes(content)
    line = tls_refusal(other, certificate.key)
    assert str(other) in line and "not a certificate in PEM" in line
    line = tls_refusal(certificate.path, other)
    assert str(other) in line and "not a private key in PEM" in line


def test_a_folder_instead_of_a_file_is_reported(certificate, tmp_path):
    assert str(tmp_path) in tls_refusal(tmp_path, certificate.key)
    assert str(tmp_path) in tls_refusal(certificate.path, tmp_path)


def test_swapped_files_are_reported(certificate):
    assert "not a certificate in PEM" in tls_refusal(certificate.key, certificate.path)


@pytest.mark.parametrize("key", [("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"), ("rsa:2048",)], ids=["EC", "RSA"])
def test_a_key_of_another_certificate_is_reported(certificate, tmp_path, key):
    other = Certificate(tmp_path, "other", key=key)
    line = tls_refusal(certificate.path, other.key)
    assert str(other.key) in line and "does not match the certificate" in line


@pytest.mark.parametrize("form", [("pkey",), ("ec",)], ids=["PKCS 8", "the older form"])
def test_a_key_with_a_passphrase_is_refused_without_a_prompt(certificate, tmp_path, form):
    locked = tmp_path / "locked.pem"
    openssl(*form, "-in", certificate.key, "-aes256", "-passout", "pass:secret", "-out", locked)
    line = tls_refusal(certificate.path, locked)
    assert str(locked) in line and "passphrase" in line
