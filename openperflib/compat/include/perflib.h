/* <perflib.h> for programs written for Windows. On the include path of who links
   OpenPerflib::compat (pkg-config openperflib-compat), and of nobody else. */
#pragma once
#include "openperflib/compat/perflib/perflib.h"
