/* How a program starts that has wmain instead of main. Programs do not call this; the archive
   openperflib-windows-entry does. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The type of wmain. */
typedef int(WINAPI* openperflib_wide_main)(int count, WCHAR** arguments, WCHAR** environment);

/* Calls `wide_main` with the arguments and the environment in UTF-16, and returns its result. */
int WINAPI openperflib_run_wide_main(int count, char** arguments, char** environment,
                                     openperflib_wide_main wide_main);

#ifdef __cplusplus
} /* extern "C" */
#endif
