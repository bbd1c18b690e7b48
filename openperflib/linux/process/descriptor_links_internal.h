// DescriptorLinks: the targets of a process's descriptors. Listing all of them is costly, so it is
// only done on request, never in Global.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Resource, reused: no more descriptors than before allocate nothing.
class DescriptorLinks {
 public:
  // Calls visit(number, link) for each descriptor, in order, except those closed meanwhile. Errors:
  // errno if they cannot be listed; collection.scratch then has the path of the folder.
  template <typename Visit>
  [[nodiscard]] std::expected<void, int> visit(std::uint32_t process, CollectContext& context,
                                               Visit visit) {
    std::string& path = context.scratch;
    path.assign("proc/");
    append_number(path, process);
    path.append("/fd");
    const auto listed = context.root.list_numbers(path.c_str(), numbers_);
    if (!listed.has_value()) return listed;
    path.push_back('/');
    const std::size_t folder = path.size();
    for (const std::uint32_t number : numbers_) {
      path.resize(folder);
      append_number(path, number);
      const auto link = context.root.read_link(path.c_str(), link_);
      if (link.has_value()) visit(number, *link);
    }
    return {};
  }

 private:
  std::vector<std::uint32_t> numbers_;
  TextBuffer link_;
};

}  // namespace openperflib::linux_objects
