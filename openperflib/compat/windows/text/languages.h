/* Languages. Counters have English names here ("Counter 009"), so every function that reports a
   language reports English (United States), 0x0409. */
#pragma once

#include "openperflib/abi/language_constants.h"
#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MAKELANGID(language, where) ((WORD)(((WORD)(where) << 10) | (WORD)(language)))
#define PRIMARYLANGID(id) ((WORD)((WORD)(id) & 0x3FF))
#define SUBLANGID(id) ((WORD)((WORD)(id) >> 10))
#define LANG_SYSTEM_DEFAULT MAKELANGID(LANG_NEUTRAL, SUBLANG_SYS_DEFAULT)
#define LANG_USER_DEFAULT MAKELANGID(LANG_NEUTRAL, SUBLANG_DEFAULT)
#define SORT_DEFAULT 0x0
#define MAKELCID(language, sort) ((DWORD)(((DWORD)(WORD)(sort) << 16) | (DWORD)(WORD)(language)))
#define LANGIDFROMLCID(locale) ((WORD)(locale))
#define SORTIDFROMLCID(locale) ((WORD)(((DWORD)(locale) >> 16) & 0xF))
#define LOCALE_SYSTEM_DEFAULT MAKELCID(LANG_SYSTEM_DEFAULT, SORT_DEFAULT)
#define LOCALE_USER_DEFAULT MAKELCID(LANG_USER_DEFAULT, SORT_DEFAULT)
#define LOCALE_NEUTRAL MAKELCID(MAKELANGID(LANG_NEUTRAL, SUBLANG_NEUTRAL), SORT_DEFAULT)
#define LOCALE_INVARIANT MAKELCID(MAKELANGID(LANG_INVARIANT, SUBLANG_NEUTRAL), SORT_DEFAULT)
#define LOCALE_NAME_MAX_LENGTH 85

/* The language in which dates and numbers are formatted for the user. */
LANGID WINAPI GetUserDefaultLangID(void);
/* The same for the system. */
LANGID WINAPI GetSystemDefaultLangID(void);
/* The language of the user's menus and messages. */
LANGID WINAPI GetUserDefaultUILanguage(void);
/* The same for the system. */
LANGID WINAPI GetSystemDefaultUILanguage(void);
/* The same for this thread. */
LANGID WINAPI GetThreadUILanguage(void);
/* The language of a thread never changes. Returns `language` if it is that language, or 0, which
   stands for it; otherwise 0. */
LANGID WINAPI SetThreadUILanguage(LANGID language);
/* The language as a locale identifier. */
LCID WINAPI GetUserDefaultLCID(void);
/* The same for the system. */
LCID WINAPI GetSystemDefaultLCID(void);
/* The same for this thread. */
LCID WINAPI GetThreadLocale(void);
/* Writes "en-US" and returns its length with the NUL. 0 with ERROR_INVALID_PARAMETER for NULL,
   and with ERROR_INSUFFICIENT_BUFFER if `room` characters are not enough. */
int WINAPI GetUserDefaultLocaleName(LPWSTR name, int room);
/* The same for the system. */
int WINAPI GetSystemDefaultLocaleName(LPWSTR name, int room);

#ifdef __cplusplus
} /* extern "C" */
#endif
