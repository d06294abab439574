#ifndef CBUILD_H
#define CBUILD_H

/// The commit from which the program was built, or "unknown"; see Package.swift.
const char *fivebyfive_build_commit(void);

/// The day on which the program was built, such as "Nov 24 2026".
const char *fivebyfive_build_day(void);

#endif
