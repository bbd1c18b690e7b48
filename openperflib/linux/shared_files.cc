#include "openperflib/linux/collect_context_internal.h"
#include "openperflib/linux/shared_files_internal.h"

namespace openperflib::linux_objects {

const CgroupFolders& SharedFiles::list_cgroups(const CollectContext& context) {
  if (cgroups_number_ != context.number) cgroups_.list(context.root);
  cgroups_number_ = context.number;
  return cgroups_;
}

}  // namespace openperflib::linux_objects
