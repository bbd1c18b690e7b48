/* NTSTATUS, which <winternl.h> and <subauth.h> bring. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

typedef LONG NTSTATUS; /* negative for a warning or an error */
typedef NTSTATUS* PNTSTATUS;

#define NT_SUCCESS(status) ((NTSTATUS)(status) >= 0)
#define STATUS_SUCCESS ((NTSTATUS)0x00000000)

/* A text that need not end with a NUL. */
typedef struct _UNICODE_STRING {
  USHORT Length;        /* bytes in use */
  USHORT MaximumLength; /* bytes of the buffer */
  PWSTR Buffer;
} UNICODE_STRING, *PUNICODE_STRING; /* 16 bytes where pointers have 64 bits */
