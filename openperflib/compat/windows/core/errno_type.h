/* The result type of the _s functions in the C library of Windows. */
#pragma once

#ifndef OPENPERFLIB_HAVE_ERRNO_T
#define OPENPERFLIB_HAVE_ERRNO_T
typedef int errno_t; /* 0, or a number of errno.h */
#endif
