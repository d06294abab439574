#!/usr/bin/env python3
"""Prints the list of everything inside the program as SPDX 2.3 in JSON: make sbom

Needs the release build, and git. The list has the Swift packages of Package.resolved, the Swift runtime, the libraries
that are linked, with their versions in Debian, and the data that others have made.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build" / "release" / "GameServer"
# These packages only make the documentation.
OUTSIDE = {"swift-docc-plugin", "swift-docc-symbolkit"}
SWIFT = "Apache-2.0 WITH Swift-exception"
LICENCES = {
    "grdb.swift": "MIT", "swift-argument-parser": SWIFT, "swift-collections": SWIFT, "swift-log": "Apache-2.0",
    "swift-metrics": "Apache-2.0",
}
# Data by the name of its Debian package, with the heading of its notices in NOTICE.
DATA = {"scowl": "LicenseRef-SCOWL", "wordnet-base": "LicenseRef-WordNet"}


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def package(name, version, licence, origin="NOASSERTION", reference=None):
    made = {
        "SPDXID": "SPDXRef-" + re.sub("[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version,
        "downloadLocation": origin, "filesAnalyzed": False, "licenseDeclared": licence,
        "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION", "supplier": "NOASSERTION",
    }
    if reference:
        made["externalRefs"] = [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": reference,
        }]
    return made


def swift_packages():
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        if pin["identity"] in OUTSIDE:
            continue
        address, state = pin["location"], pin["state"]
        path = address.removeprefix("https://").removesuffix(".git")
        yield package(
            pin["identity"], state["version"], LICENCES[pin["identity"]], f"git+{address}@{state['revision']}",
            f"pkg:swift/{path}@{state['version']}",
        )


def debian_package(name, licence="NOASSERTION"):
    found = run("dpkg-query", "--show", "--showformat", "${source:Package} ${Version} ${Architecture}", name)
    _, version, machine = found.split()
    return package(name.split(":")[0], version, licence, reference=f"pkg:deb/debian/{name.split(':')[0]}@{version}?arch={machine}")


def linked_libraries():
    """The Debian packages of the libraries that the program loads."""
    paths = re.findall(r"=> (/\S+)", run("ldd", str(PROGRAM)))
    owners = set()
    for path in paths:
        # Debian's list has the path before or after the merge of /lib into /usr/lib.
        for candidate in (path, os.path.realpath(path), "/usr" + path):
            found = subprocess.run(["dpkg-query", "--search", candidate], capture_output=True, text=True)
            if found.returncode == 0:
                owners.add(found.stdout.split(": ")[0].split(",")[0])
                break
    return [debian_package(name) for name in sorted(owners)]


def document():
    version = run(str(PROGRAM), "--version").split()[1]
    commit, seconds = run("git", "log", "-1", "--format=%H %ct").split()
    program = package("FiveByFive", version, "Apache-2.0", reference=f"pkg:generic/fivebyfive@{version}")
    swift = re.search(r"Swift version ([0-9.]+)", run("swift", "--version"))[1]
    inside = [
        *swift_packages(), package("swift-runtime", swift, SWIFT, reference=f"pkg:generic/swift@{swift}"),
        debian_package("libhiredis-dev", "BSD-3-Clause"),
    ]
    data = [package(name, "NOASSERTION", licence) for name, licence in DATA.items()]
    loaded = linked_libraries()

    def related(kind, packages):
        return [{"spdxElementId": program["SPDXID"], "relationshipType": kind, "relatedSpdxElement": each["SPDXID"]}
                for each in packages]

    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"FiveByFive {version}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, commit)}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(int(seconds), datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: make_sbom.py"],
        },
        "packages": [program, *inside, *data, *loaded],
        "hasExtractedLicensingInfos": [
            {"licenseId": licence, "extractedText": (ROOT / "NOTICE").read_text(), "name": name}
            for name, licence in DATA.items()
        ],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": program["SPDXID"]},
            *related("STATIC_LINK", inside), *related("CONTAINS", data), *related("DYNAMIC_LINK", loaded),
        ],
    }


if __name__ == "__main__":
    print(json.dumps(document(), indent=2))
