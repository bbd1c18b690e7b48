// The files about memory that feed several objects: each is read and parsed once per collection,
// when the first object needs it.
#pragma once

#include "openperflib/linux/table/key_file_internal.h"

namespace openperflib::linux_objects {

// Resource, kept between collections. An object requests its keys when it is first collected.
struct MemoryFiles {
  KeyFile meminfo{"proc/meminfo", KeyFormat::colon, FileEnd::short_read};
  KeyFile vmstat{"proc/vmstat", KeyFormat::blank};
};

}  // namespace openperflib::linux_objects
