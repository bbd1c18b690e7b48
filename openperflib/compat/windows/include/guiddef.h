/* <guiddef.h>: GUIDs that a program defines and compares. */
#pragma once

#include <string.h>

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
typedef const GUID& REFGUID; /* a GUID that is only read */
/* 1 if all 16 bytes are the same, otherwise 0. In C it takes pointers. */
static inline int IsEqualGUID(REFGUID first, REFGUID second) {
  return memcmp(&first, &second, sizeof(GUID)) == 0 ? 1 : 0;
}
extern "C++" {
static inline bool operator==(REFGUID first, REFGUID second) {
  return IsEqualGUID(first, second) != 0;
}
#if __cplusplus < 202002L
static inline bool operator!=(REFGUID first, REFGUID second) { return !(first == second); }
#endif
}
#else
typedef const GUID* REFGUID; /* a GUID that is only read */
#define IsEqualGUID(first, second) (memcmp((first), (second), sizeof(GUID)) == 0)
#endif
#define InlineIsEqualGUID IsEqualGUID

/* Declares a GUID; defines it too in a source that includes <initguid.h>. Several sources may
   define one. */
#ifdef INITGUID
#include "openperflib/compat/windows/include/initguid.h"
#else
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) EXTERN_C const GUID name
#endif
