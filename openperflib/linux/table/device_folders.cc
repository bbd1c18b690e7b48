#include <algorithm>
#include <tuple>
#include <utility>

#include "openperflib/linux/table/device_folders_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// Names of one class differ only in their number, and shorter numbers are smaller.
bool is_before(const std::string& a, const std::string& b) noexcept {
  return std::tuple(a.size(), std::string_view(a)) < std::tuple(b.size(), std::string_view(b));
}

}  // namespace

bool DeviceFolders::list(const ProcRoot& root) {
  std::swap(listed_, listed_before_);
  if (!root.list(folder_.c_str(), listed_).has_value()) listed_.clear();
  const std::uint32_t number_before = std::exchange(folder_number_, root.folder_number());
  if (number_before == folder_number_ && listed_ == listed_before_) return false;
  names_.clear();
  for (std::size_t at = 0; at < listed_.size();) {
    const std::string_view name(listed_.data() + at);
    at += name.size() + 1;
    if (name.starts_with(prefix_)) names_.emplace_back(name);
  }
  std::ranges::sort(names_, is_before);
  return true;
}

std::string DeviceFolders::path(std::string_view name, std::string_view file) const {
  return std::string(folder_).append("/").append(name).append("/").append(file);
}

DeviceReading read_device_number(KeptFile& file, CollectContext& context) {
  const auto text = context.root.read(file, context.buffer);
  Reasons& reasons = context.reasons;
  if (!text.has_value()) {
    return std::unexpected(reasons.add_file_errno(text.error(), file.path()));
  }
  const auto number = lone_number(*text);
  if (number.has_value()) return *number;
  return std::unexpected(reasons.add_bad_word(file.path(), "number", 0, number.error()));
}

std::string read_device_word(const std::string& path, CollectContext& context) {
  const auto text = context.root.read(path.c_str(), context.buffer);
  if (!text.has_value()) return {};
  return std::string(Words(text->substr(0, text->find('\n'))).next());
}

void set_device_number(ObjectTable& table, std::size_t row, std::size_t order,
                       const DeviceReading& number) {
  if (number.has_value()) return table.set(row, order, *number);
  table.set_missing(row, order, number.error());
}

}  // namespace openperflib::linux_objects
