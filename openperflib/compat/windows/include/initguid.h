/* <initguid.h>: each DEFINE_GUID that follows defines its GUID. */
#pragma once

#ifndef INITGUID
#define INITGUID
#endif
#include "openperflib/compat/windows/include/guiddef.h"

#undef DEFINE_GUID
#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8) \
  EXTERN_C const GUID DECLSPEC_SELECTANY name;                       \
  const GUID name = {(l), (w1), (w2), {(b1), (b2), (b3), (b4), (b5), (b6), (b7), (b8)}}
