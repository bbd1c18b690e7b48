/* Includes the headers of the C library whose names the headers here redefine. <cstdio> and
   <cwchar> undefine macros with these names and declare the original functions, so they must be
   included first. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wchar.h>
#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cwchar>
#endif
