#include <sys/syscall.h>
#include <unistd.h>

#include "openperflib/linux/process/process_scheduling_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// The structure of sched_getattr(2) in its first version, which every kernel supports.
struct SchedulingAttributes {
  std::uint32_t size;
  std::uint32_t policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtime, deadline, period;
};
static_assert(sizeof(SchedulingAttributes) == 48);

}  // namespace

std::optional<ProcessScheduling> scheduling_of(std::uint32_t id) noexcept {
  SchedulingAttributes attributes = {};
  if (::syscall(SYS_sched_getattr, id, &attributes, sizeof attributes, 0) != 0) return std::nullopt;
  return ProcessScheduling{attributes.policy, attributes.nice};
}

bool has_ids_of_system(const ProcRoot& root, TextBuffer& buffer) {
  const auto self = root.read_link("proc/self", buffer);
  if (!root.is_live() || !self.has_value()) return false;
  const auto id = number_in(*self);
  return id.has_value() && *id == static_cast<std::uint64_t>(::getpid());
}

}  // namespace openperflib::linux_objects
