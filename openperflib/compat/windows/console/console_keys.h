/* <conio.h>: reading single keys from the terminal. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Not 0 if standard input has a key, or is at its end; _getch then returns at once. */
int WINAPI _kbhit(void);
/* Reads the next key without waiting for Enter and without echo; -1 at the end of the input.
   Returns bytes as the terminal sends them: an arrow key is three. */
int WINAPI _getch(void);
/* The same with echo. */
int WINAPI _getche(void);

#ifdef __cplusplus
} /* extern "C" */
#endif
