/* The Win32 codes that the functions of windows.h set, beside those of winerror_constants.h.
   Source: winerror.h and strsafe.h as documented by Microsoft. */
#pragma once

#define NO_ERROR                                0
#define ERROR_PATH_NOT_FOUND                    3
#define ERROR_NOT_ENOUGH_MEMORY                 8
#define ERROR_INVALID_DATA                      13
#define ERROR_OUTOFMEMORY                       14
#define ERROR_NOT_SUPPORTED                     50
#define ERROR_BUFFER_OVERFLOW                   111
#define ERROR_INSUFFICIENT_BUFFER               122
#define ERROR_INVALID_NAME                      123
#define ERROR_MOD_NOT_FOUND                     126
#define ERROR_ALREADY_EXISTS                    183
#define ERROR_ENVVAR_NOT_FOUND                  203
#define ERROR_FILENAME_EXCED_RANGE              206
#define ERROR_NOT_OWNER                         288
#define ERROR_MR_MID_NOT_FOUND                  317
#define ERROR_INVALID_ADDRESS                   487
#define ERROR_MAPPED_ALIGNMENT                  1132
#define ERROR_COMMITMENT_LIMIT                  1455
#define ERROR_TIMEOUT                           1460
#define RPC_S_SERVER_UNAVAILABLE                1722
#define ERROR_RESOURCE_DATA_NOT_FOUND           1812

#define S_OK                                    ((HRESULT)0)
#define S_FALSE                                 ((HRESULT)1)
#define STRSAFE_E_INSUFFICIENT_BUFFER           ((HRESULT)0x8007007A)
#define STRSAFE_E_INVALID_PARAMETER             ((HRESULT)0x80070057)
#define STRSAFE_E_END_OF_FILE                   ((HRESULT)0x80070026)
