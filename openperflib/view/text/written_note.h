// A note that somebody wrote about a log.
#pragma once

#include <string>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Value.
struct WrittenNote {
  FileTime time_local = 0;  // on the log's clock
  std::string text;
};

}  // namespace openperflib
