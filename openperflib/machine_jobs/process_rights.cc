#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

#include "openperflib/machine_jobs/process_rights_internal.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib {
namespace {

std::uint64_t effective_capabilities() {
  constexpr std::string_view kKey = "\nCapEff:\t";
  const auto root = ProcRoot::open({}, 0);
  if (!root.has_value()) return 0;
  TextBuffer buffer;
  const auto text = root->read("proc/self/status", buffer);
  const std::size_t at = text.has_value() ? text->find(kKey) : std::string_view::npos;
  if (at == std::string_view::npos) return 0;
  std::uint64_t bits = 0;
  const char* const first = text->data() + at + kKey.size();
  std::from_chars(first, text->data() + text->size(), bits, 16);
  return bits;
}

}  // namespace

ProcessRights rights_of_this_process() {
  rlimit limit{};
  (void)::getrlimit(RLIMIT_NOFILE, &limit);
  return {.is_live = true,
          .is_root = ::geteuid() == 0,
          .user = ::geteuid(),
          .capabilities = effective_capabilities(),
          .descriptors = limit.rlim_cur};
}

}  // namespace openperflib
