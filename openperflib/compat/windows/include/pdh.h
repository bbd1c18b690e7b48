/* <pdh.h> for programs that were written for Windows, where it brings <windows.h> with it. It
   stands before the header of compat/include on the path of those who link OpenPerflib::windows. */
#pragma once

#include "openperflib/compat/pdh/pdh.h"
#include "openperflib/compat/windows/include/windows.h"
