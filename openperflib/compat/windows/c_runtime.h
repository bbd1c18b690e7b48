/* What the C library of Windows has besides texts and numbers: opening files by wide names,
   times, and the descriptors of streams. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/core/c_library.h"
#include "openperflib/compat/windows/core/errno_type.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Like fopen, with a wide name. Files are bytes here: the letters t and b and ", ccs=..." in the
   mode have no effect. NULL with errno on failure. */
FILE* WINAPI _wfopen(LPCWSTR path, LPCWSTR mode);
/* Puts the stream into `*file`. Returns 0, or an errno number (EINVAL for a NULL) with `*file`
   NULL. */
errno_t WINAPI fopen_s(FILE** file, LPCSTR path, LPCSTR mode);
/* The same with wide names; the mode is that of _wfopen. */
errno_t WINAPI _wfopen_s(FILE** file, LPCWSTR path, LPCWSTR mode);

/* The descriptor of a stream. */
int WINAPI _fileno(FILE* file);
/* Not 0 if the descriptor is a terminal. */
int WINAPI _isatty(int descriptor);
#define _O_TEXT 0x4000
#define _O_BINARY 0x8000
#define _O_WTEXT 0x10000
#define _O_U16TEXT 0x20000
#define _O_U8TEXT 0x40000
/* Returns the previous mode, which is always _O_TEXT: output is UTF-8 in every mode, and line
   ends are written as they are. -1 and EINVAL if the mode is not one of the five. */
int WINAPI _setmode(int descriptor, int mode);

/* Like localtime, with a structure to fill in. Returns 0, or EINVAL for a NULL and for a time
   before 1970 or after the year 3000; all fields are then -1. */
errno_t WINAPI localtime_s(struct tm* local, const time_t* time);
/* The same in UTC. */
errno_t WINAPI gmtime_s(struct tm* utc, const time_t* time);
/* Like ctime; the text has 26 characters with its NUL. Returns EINVAL for a NULL and if the room
   is too small. */
errno_t WINAPI ctime_s(LPSTR to, size_t room, const time_t* time);
/* The same for a structure. */
errno_t WINAPI asctime_s(LPSTR to, size_t room, const struct tm* time);
/* Like strftime, in UTF-16. Returns 0 if the room is too small. */
size_t WINAPI openperflib_wcsftime(LPWSTR to, size_t room, LPCWSTR format, const struct tm* time);

/* The value of a variable; NULL if it is not set. The text stays valid until the next call with
   the same name after the value has changed. */
LPWSTR WINAPI _wgetenv(LPCWSTR name);
/* Like setlocale, with a wide name. NULL if there is no such locale. The text stays valid until
   the next call with the same category after the locale has changed. */
LPWSTR WINAPI _wsetlocale(int category, LPCWSTR locale);

#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define wcsftime openperflib_wcsftime
#endif

#ifdef __cplusplus
} /* extern "C" */
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
extern "C++" {
namespace std {
using ::openperflib_wcsftime;
}
}
#endif
#endif
