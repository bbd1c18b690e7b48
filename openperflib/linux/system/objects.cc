// Objects: the numbers of processes, threads, events, semaphores and shared sections. Source:
// docs/objects/objects.md.
#include <cerrno>
#include <optional>
#include <string_view>
#include <vector>

#include "openperflib/linux/process/descriptor_links_internal.h"
#include "openperflib/linux/process/process_scan_internal.h"
#include "openperflib/linux/system/ipc_text_internal.h"
#include "openperflib/linux/system/load_average_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

constexpr const char* kSharedMemory = "dev/shm";
constexpr std::string_view kNamedSemaphore = "sem.";  // the file name prefix of sem_open(3)

struct ObjectsState {
  KeptFile semaphores{"proc/sysvipc/sem"};
  KeptFile segments{"proc/sysvipc/shm"};
  DescriptorLinks links;
  std::vector<char> names;
};

using Count = std::expected<std::uint64_t, ReasonId>;

void set_count(ObjectTable& table, std::size_t order, const Count& count) {
  if (count.has_value()) return table.set(0, order, *count);
  table.set_missing(0, order, count.error());
}

// Calls visit(name) for each name in a folder.
template <typename Visit>
void for_each_name(const std::vector<char>& names, Visit visit) {
  for (std::size_t at = 0; at < names.size();) {
    const std::string_view name(names.data() + at);
    visit(name);
    at += name.size() + 1;
  }
}

bool is_event(std::string_view link) noexcept {
  return link == "anon_inode:[eventfd]" || link == "anon_inode:[timerfd]";
}

// The number of events among the descriptors of a process; errno if they cannot be listed.
std::expected<std::uint64_t, int> events_of(ObjectsState& state, std::uint32_t id,
                                            CollectContext& context) {
  std::uint64_t events = 0;
  const auto visited = state.links.visit(id, context, [&](std::uint32_t, std::string_view link) {
    events += is_event(link) ? 1U : 0U;
  });
  if (!visited.has_value()) return std::unexpected(visited.error());
  return events;
}

Count count_events(ObjectsState& state, CollectContext& context) {
  std::uint64_t events = 0;
  for (const std::uint32_t id : context.processes.ids()) {
    const auto found = events_of(state, id, context);
    if (found.has_value()) {
      events += *found;
    } else if (found.error() != ENOENT &&
               found.error() != ESRCH) {  // the process has not just ended
      return std::unexpected(context.reasons.add_file_errno(found.error(), context.scratch));
    }
  }
  return events;
}

// Lists every descriptor of the machine: only on request, never in Global.
void collect_events(ObjectsState& state, CollectContext& context, ObjectTable& table) {
  const bool is_asked_for = context.request.kind() != ObjectRequest::Kind::global &&
                            context.wants(table.object(), ObjectsRow::kEvents);
  if (!is_asked_for) return table.set_missing(0, ObjectsRow::kEvents, Reasons::kNotAskedFor);
  set_count(table, ObjectsRow::kEvents, count_events(state, context));
}

// The contents of /dev/shm: named semaphores, and the rest. nullopt: there is no such folder.
struct SharedMemory {
  std::uint64_t semaphores = 0;
  std::uint64_t sections = 0;
};
std::expected<std::optional<SharedMemory>, ReasonId> read_shared_memory(ObjectsState& state,
                                                                        CollectContext& context) {
  const auto listed = context.root.list(kSharedMemory, state.names);
  if (!listed.has_value() && listed.error() == ENOENT) return std::nullopt;
  if (!listed.has_value()) {
    return std::unexpected(context.reasons.add_file_errno(listed.error(), kSharedMemory));
  }
  SharedMemory found;
  for_each_name(state.names, [&](std::string_view name) {
    ++(name.starts_with(kNamedSemaphore) ? found.semaphores : found.sections);
  });
  return found;
}

// The count from a list in /proc/sysvipc; nullopt if the kernel has no such list.
using Listed = std::expected<std::optional<std::uint64_t>, ReasonId>;

Listed read_semaphores(ObjectsState& state, CollectContext& context) {
  const auto text = context.root.read(state.semaphores, context.buffer);
  const std::string& path = state.semaphores.path();
  if (!text.has_value() && text.error() == ENOENT) return std::nullopt;
  if (!text.has_value()) {
    return std::unexpected(context.reasons.add_file_errno(text.error(), path));
  }
  const auto count = parse_semaphores(*text);
  if (count.has_value()) return *count;
  return std::unexpected(
      context.reasons.add_bad_word(path, "nsems", count.error().offset, count.error().code));
}

Listed read_segments(ObjectsState& state, CollectContext& context) {
  const auto text = context.root.read(state.segments, context.buffer);
  if (text.has_value()) return count_segments(*text);
  if (text.error() == ENOENT) return std::nullopt;
  return std::unexpected(context.reasons.add_file_errno(text.error(), state.segments.path()));
}

// The sum for System V and POSIX: a kernel may lack one of the two; without both, nothing is known.
Count together(const Listed& listed,
               const std::expected<std::optional<SharedMemory>, ReasonId>& shared,
               std::uint64_t SharedMemory::* part, std::string_view list, Reasons& reasons) {
  if (!listed.has_value()) return std::unexpected(listed.error());
  if (!shared.has_value()) return std::unexpected(shared.error());
  if (!listed->has_value() && !shared->has_value()) {
    return std::unexpected(reasons.add_file_errno(ENOENT, list));
  }
  return listed->value_or(0) + (shared->has_value() ? **shared.*part : 0);
}

void collect_shared(ObjectsState& state, CollectContext& context, ObjectTable& table) {
  const auto shared = read_shared_memory(state, context);
  Reasons& reasons = context.reasons;
  set_count(table, ObjectsRow::kSemaphores,
            together(read_semaphores(state, context), shared, &SharedMemory::semaphores,
                     state.semaphores.path(), reasons));
  set_count(table, ObjectsRow::kSections,
            together(read_segments(state, context), shared, &SharedMemory::sections,
                     state.segments.path(), reasons));
}

void collect_objects(ObjectsState& state, CollectContext& context, ObjectTable& table) {
  context.processes.ensure_read(context);
  set_count(table, ObjectsRow::kProcesses, context.processes.totals().shown_processes(context));
  context.load_average.collect_threads(ObjectsRow::kThreads, context, table);
  collect_events(state, context, table);
  collect_shared(state, context, table);
}

}  // namespace

std::unique_ptr<Collector> make_objects_collector() {
  return make_collector<ObjectsState, collect_objects>();
}

}  // namespace openperflib::linux_objects
