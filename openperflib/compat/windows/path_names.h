/* Parts of paths. For <shlwapi.h>. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The part of a path after its last folder: after the last `\`, `/` or `:` that is followed by a
   character other than `\` and `/`. The path itself if there is none; NULL for NULL. */
LPSTR WINAPI PathFindFileNameA(LPCSTR path);
LPWSTR WINAPI PathFindFileNameW(LPCWSTR path); /* UTF-16; also points into `path` */
#define PathFindFileName OPENPERFLIB_A_OR_W(PathFindFileName)

#ifdef __cplusplus
} /* extern "C" */
#endif
