"""Self-signed certificates made by the tests, and TLS contexts for clients."""

import pathlib
import ssl
import subprocess

from server_process import ServerProcess


class Certificate:
    """A self-signed certificate for localhost and its key, each in a file in `folder`."""

    def __init__(self, folder, name="server", days=30, key=("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")):
        self.path, self.key = pathlib.Path(folder) / f"{name}.crt", pathlib.Path(folder) / f"{name}.key"
        openssl(
            *("req", "-x509", "-newkey", *key, "-noenc", "-keyout", self.key, "-out", self.path),
            *("-days", days, "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
            *("-addext", "basicConstraints=critical,CA:FALSE"),
        )

    @property
    def bytes(self):
        """The certificate in DER, as a handshake presents it."""
        return ssl.PEM_cert_to_DER_cert(self.path.read_text())

    @property
    def options(self):
        return "--tls-cert", self.path, "--tls-key", self.key

    def replace_with(self, other):
        """Overwrites both files with another certificate, as a renewal does."""
        self.key.write_bytes(other.key.read_bytes())
        self.path.write_bytes(other.path.read_bytes())

    def serve(self, *args):
        return ServerProcess(*self.options, *args)


def openssl(*args):
    done = subprocess.run(["openssl", *map(str, args)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def client_context(certificate, protocols=()):
    """The TLS context of a client that trusts this certificate only."""
    context = ssl.create_default_context(cafile=certificate)
    if protocols:
        context.set_alpn_protocols(list(protocols))
    return context
