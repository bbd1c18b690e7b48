/* <conio.h>: single keys from the terminal. */
#pragma once

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether a key waits on standard input; 1 too at its end, which _getch then returns. */
int WINAPI _kbhit(void);
/* The next key, without waiting for Enter and without an echo; -1 at the end of the input. Bytes as
   the terminal sends them: an arrow is three. */
int WINAPI _getch(void);
/* The same, and echoed. */
int WINAPI _getche(void);

#ifdef __cplusplus
} /* extern "C" */
#endif
