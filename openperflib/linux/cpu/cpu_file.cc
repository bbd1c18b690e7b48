#include <cerrno>

#include "openperflib/linux/cpu/cpu_file_internal.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"

namespace openperflib::linux_objects {

ReasonId file_reason(CollectContext& context, std::string_view path, int errno_value) {
  return context.reasons.add_file_errno(errno_value, path);
}

ReasonId file_reason(CollectContext& context, std::string_view path, const Error& error) {
  context.scratch.assign(error.field->structure).append(" ").append(error.field->name);
  if (error.code == Errc::missing) return context.reasons.add_lacking(path, context.scratch);
  return context.reasons.add_bad_word(path, context.scratch, error.offset, error.code);
}

ReasonId no_boottime_reason(CollectContext& context) {
  return context.reasons.add("no time since boot: /proc/uptime", MissingReason::no_clock);
}

Reading CpuFile::read(CollectContext& context) {
  if (absent_ != 0) return std::unexpected(file_reason(context, file_.path(), absent_));
  const auto text = context.root.read(file_, context.buffer);
  if (!text.has_value()) {
    if (text.error() == ENOENT || text.error() == ENOTDIR) absent_ = text.error();
    return std::unexpected(file_reason(context, file_.path(), text.error()));
  }
  const auto number = parse_cpu_number_file(*text, *field_);
  if (number.has_value()) return *number;
  return std::unexpected(file_reason(context, file_.path(), number.error()));
}

}  // namespace openperflib::linux_objects
