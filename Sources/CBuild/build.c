#include "CBuild.h"

// In C, because Swift has neither macros with a value nor the time of compilation.

const char *fivebyfive_build_commit(void) { return FIVEBYFIVE_COMMIT; }

const char *fivebyfive_build_day(void) { return __DATE__; }
