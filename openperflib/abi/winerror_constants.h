/* The Win32 codes that the registry functions return, and nothing else.
   Source: winerror.h as documented by Microsoft. */
#pragma once

#define ERROR_SUCCESS 0
#define ERROR_FILE_NOT_FOUND 2
#define ERROR_TOO_MANY_OPEN_FILES 4
#define ERROR_ACCESS_DENIED 5
#define ERROR_INVALID_HANDLE 6
#define ERROR_GEN_FAILURE 31
#define ERROR_BAD_NETPATH 53
#define ERROR_INVALID_PARAMETER 87
#define ERROR_BAD_PATHNAME 161
#define ERROR_MORE_DATA 234
#define ERROR_NO_MORE_ITEMS 259
#define ERROR_BADKEY 1010
#define ERROR_KEY_DELETED 1018
#define ERROR_DATATYPE_MISMATCH 1629
#define ERROR_UNSUPPORTED_TYPE 1630
