#include "openperflib/linux/collection_internal.h"
#include "openperflib/linux/shared_files_internal.h"

namespace openperflib::linux_objects {

const CgroupFolders& SharedFiles::list_cgroups(const Collection& collection) {
  if (cgroups_number_ != collection.number) cgroups_.list(collection.root);
  cgroups_number_ = collection.number;
  return cgroups_;
}

}  // namespace openperflib::linux_objects
