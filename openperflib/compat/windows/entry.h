/* How a program begins that has wmain, and no main. Programs do not call this: the archive
   openperflib-windows-entry does. */
#pragma once

#include "openperflib/compat/windows/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A wmain. */
typedef int(WINAPI* openperflib_wide_main)(int count, WCHAR** arguments, WCHAR** environment);

/* Calls `wide_main` with the arguments and the environment in UTF-16, and returns what it returns.
 */
int WINAPI openperflib_run_wide_main(int count, char** arguments, char** environment,
                                     openperflib_wide_main wide_main);

#ifdef __cplusplus
} /* extern "C" */
#endif
