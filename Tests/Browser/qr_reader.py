"""Reads QR codes as a phone's camera does."""

import io

import zxingcpp
from PIL import Image


def code_in(target):
    """The text of the one QR code that a page or an element shows."""
    picture = Image.open(io.BytesIO(target.screenshot()))
    [found] = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return found.text
