/* perflib.h: publishing counter sets from a program, and reading those of others, for C11 and C++.
 */
#pragma once

#include "openperflib/compat/perflib/perflib_consumer.h"
#include "openperflib/compat/perflib/perflib_provider.h"
