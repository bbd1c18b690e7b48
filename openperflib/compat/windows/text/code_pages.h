/* Conversion between UTF-16 and texts in code pages. Narrow texts are UTF-8 here: CP_ACP,
   CP_OEMCP and CP_THREAD_ACP stand for 65001. Also valid are every other code page that iconv
   knows, CP_UTF7 and CP_SYMBOL. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CP_ACP 0
#define CP_OEMCP 1
#define CP_MACCP 2 /* 10000 */
#define CP_THREAD_ACP 3
#define CP_SYMBOL 42
#define CP_UTF7 65000
#define CP_UTF8 65001

#define MB_PRECOMPOSED 0x01u       /* the default */
#define MB_COMPOSITE 0x02u         /* write a letter and its accent as two characters */
#define MB_USEGLYPHCHARS 0x04u     /* code pages of the IBM PC: its signs for 1 to 31 */
#define MB_ERR_INVALID_CHARS 0x08u /* fail if the bytes are not valid */
#define WC_DISCARDNS 0x10u   /* with WC_COMPOSITECHECK: drop accents without a combined form */
#define WC_SEPCHARS 0x20u    /* with it: write them after their letter (default) */
#define WC_DEFAULTCHAR 0x40u /* with it: replace letters with such accents */
#define WC_ERR_INVALID_CHARS 0x80u /* UTF-8 and 54936: fail for half of a surrogate pair */
#define WC_COMPOSITECHECK                                                 \
  0x200u /* a letter and its accent become one character, if there is one \
          */
#define WC_NO_BEST_FIT_CHARS 0x400u /* do not use a similar character */

/* Converts to UTF-16. `size` is in bytes; -1 means up to and including the NUL. Returns the
   number of characters written, or the number needed if `room` is 0. Returns 0 on failure, with
   ERROR_INSUFFICIENT_BUFFER (nothing is written), ERROR_INVALID_FLAGS (the code page does not
   take these flags), ERROR_INVALID_PARAMETER (a NULL, size 0, an unknown code page, or the same
   buffer for both) or ERROR_NO_UNICODE_TRANSLATION (only with MB_ERR_INVALID_CHARS). Without
   that flag, U+FFFD replaces bytes that are not valid. */
int WINAPI MultiByteToWideChar(UINT code_page, DWORD flags, LPCCH bytes, int size, LPWSTR wide,
                               int room);
/* Converts from UTF-16, with the same sizes and errors; `room` is in bytes. A character that the
   code page lacks becomes a similar one, or else `replacement` (NULL: a question mark); in the
   second case `was_replaced` becomes TRUE. For CP_UTF7 and CP_UTF8 both must be NULL. CP_ACP,
   CP_OEMCP and CP_THREAD_ACP take both, and all flags, as where they are code pages like 1252; they
   lack no character, so that only U+FFFD, for half of a surrogate pair, is a replacement. */
int WINAPI WideCharToMultiByte(UINT code_page, DWORD flags, LPCWCH wide, int size, LPSTR bytes,
                               int room, LPCCH replacement, LPBOOL was_replaced);

#define MAX_DEFAULTCHAR 2
#define MAX_LEADBYTES 12

/* What GetCPInfo fills in. */
typedef struct _cpinfo {
  UINT MaxCharSize;                  /* bytes of the longest character */
  BYTE DefaultChar[MAX_DEFAULTCHAR]; /* replaces a character that the code page lacks */
  BYTE LeadByte[MAX_LEADBYTES];      /* ranges (first, last), ended by two zeros */
} CPINFO, *LPCPINFO;                 /* 20 bytes */

/* The code page of A functions: always 65001. */
UINT WINAPI GetACP(void);
/* The code page of the console: always 65001. */
UINT WINAPI GetOEMCP(void);
/* Whether MultiByteToWideChar knows the code page. */
BOOL WINAPI IsValidCodePage(UINT code_page);
/* FALSE with ERROR_INVALID_PARAMETER for an unknown code page and for NULL. */
BOOL WINAPI GetCPInfo(UINT code_page, LPCPINFO info);
/* Whether a character of two bytes starts with this byte. */
BOOL WINAPI IsDBCSLeadByteEx(UINT code_page, BYTE byte);
/* The same for CP_ACP: always FALSE. */
BOOL WINAPI IsDBCSLeadByte(BYTE byte);

#ifdef __cplusplus
} /* extern "C" */
#endif
