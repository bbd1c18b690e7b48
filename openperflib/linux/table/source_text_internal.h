// The source of a value in Linux, in words for people who want to look it up: file, line, field.
#pragma once

#include <string>

#include "openperflib/linux/table/linux_counters.h"
#include "openperflib/provider/provider.h"

namespace openperflib::linux_objects {

// "/proc/diskstats, sda: reads completed (base), milliseconds reading x 10,000": the text of the
// counter for that instance, and of a total what it is made of. Not yet printable.
[[nodiscard]] std::string source_text(const CatalogueCounter& counter, const SourceQuestion& value);

}  // namespace openperflib::linux_objects
