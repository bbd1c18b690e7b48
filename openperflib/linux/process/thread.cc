// Thread: one instance per thread, from /proc/PID/task/TID, below the instance of its process in
// Process. Source: docs/objects/thread.md.
#include <algorithm>
#include <array>

#include "openperflib/base/checked.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/process/process_cells_internal.h"
#include "openperflib/linux/process/process_state_internal.h"
#include "openperflib/linux/process/thread_files_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/linux/table/text_numbers_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {
namespace {

// The first four are running totals, which _Total sums, including those of ended threads.
constexpr std::size_t kRunningTotals = 4;
static_assert(ThreadRow::kContextSwitchesPerSec + 1 == kRunningTotals &&
              kRunningTotals == EndedThreads::kTotalCount);

constexpr std::uint8_t kNoWaitReason = 0xFF;

// Windows' thread state and wait reason. R means running or waiting for a CPU: Linux does not
// distinguish them.
struct StateRow {
  char state;
  std::uint8_t thread_state;  // 2 running, 4 terminated, 5 waiting
  std::uint8_t wait_reason;   // 0 executive, 5 suspended, 6 user request, 15 queue
};
constexpr auto kStates = std::to_array<StateRow>({
    {'S', 5, 6},
    {'R', 2, kNoWaitReason},
    {'D', 5, 0},
    {'I', 5, 15},
    {'T', 5, 5},
    {'t', 5, 5},
    {'Z', 4, kNoWaitReason},
    {'X', 4, kNoWaitReason},
    {'x', 4, kNoWaitReason},
    {'P', 5, kNoWaitReason},
    {'K', 5, kNoWaitReason},
    {'W', 5, kNoWaitReason},
});

// Windows' priorities of real-time threads, mapped from those of Linux, 1 to 99.
constexpr std::int64_t kLowestRealTime = 16, kRealTimeSteps = 15, kMostRealTime = 99;

// Field 18 of stat: 20 + nice; below 0: -1 - the real-time priority (deadline: beyond 99).
std::uint64_t current_priority(std::int64_t priority) noexcept {
  if (priority >= 0) return base_of_nice(priority - 20);
  const std::int64_t real_time = priority <= -kMostRealTime - 1 ? kMostRealTime : -1 - priority;
  const std::int64_t step = std::max<std::int64_t>(real_time, 1) - 1;
  return static_cast<std::uint64_t>(kLowestRealTime + step * kRealTimeSteps / (kMostRealTime - 1));
}

// The kernel's threads, folded into System, or those of processes.
enum class Group : std::uint8_t { system, processes };

struct ThreadState {
  std::array<EndedThreads, 2> ended;       // by group; in each, ordered by process and id
  std::optional<std::uint64_t> boot_time;  // of the last collection, in seconds
  ThreadReader::Buffers buffers;
  std::vector<Thread> threads;  // of one process
};
// Writes the rows of one collection.
class ThreadRows {
 public:
  ThreadRows(ThreadState& state, CollectContext& context, ObjectTable& table)
      : state_(state),
        context_(context),
        table_(table),
        scan_(context.processes.state()),
        reader_(context.root, context.reasons, state.buffers,
                context.wants(table.object(), ThreadRow::kContextSwitchesPerSec)
                    ? ThreadSwitches::read
                    : ThreadSwitches::not_read),
        cells_(context, "proc/PID/task/TID/"),
        no_wait_(context.reasons.add("the thread is not waiting")) {}

  void write_all();

 private:
  void write_group(Group group);
  void write_thread(const Process& process, std::uint32_t process_id, const Thread& thread);
  void write_times(std::size_t row, const ThreadStat& stat);
  void put_running(std::size_t row, std::size_t order, Cell cell);
  void write_scheduling(std::size_t row, const ThreadStat& stat);
  void write_state(std::size_t row, char state);
  void write_switches(std::size_t row, const Thread& thread);
  void write_total();
  [[nodiscard]] Cell lacking(std::string_view word) { return cells_.lacking("stat", word); }

  ThreadState& state_;
  CollectContext& context_;
  ObjectTable& table_;
  ProcessScan::State& scan_;
  ThreadReader reader_;
  ProcessCells cells_;
  ReasonId no_wait_;
  std::uint32_t number_ = 0;                 // of the next thread in its process
  std::array<Cell, kRunningTotals> sums_{};  // missing if that of a thread is
  EndedThreads::Totals of_thread_;
};

// The total grows at once, so that the table with 20,000 threads need not be traversed again.
void ThreadRows::put_running(std::size_t row, std::size_t order, Cell cell) {
  put(table_, row, order, cell);
  if (cell.is_present()) of_thread_[order] = cell.value;
  add(sums_[order], cell);
}

void ThreadRows::write_times(std::size_t row, const ThreadStat& stat) {
  const Cell user = cells_.time_of(stat.user_ticks, "utime");
  const Cell privileged = cells_.time_of(stat.system_ticks, "stime");
  const auto busy = checked_add(user.value, privileged.value);
  Cell both = user.is_present() ? privileged : user;
  if (both.is_present()) both = busy.has_value() ? Cell{*busy} : cells_.too_large("stat");
  put_running(row, ThreadRow::kPercentProcessorTime, both);
  put_running(row, ThreadRow::kPercentUserTime, user);
  put_running(row, ThreadRow::kPercentPrivilegedTime, privileged);
  put(table_, row, ThreadRow::kElapsedTime, cells_.start_at(stat.start_ticks));
}

void ThreadRows::write_scheduling(std::size_t row, const ThreadStat& stat) {
  const Cell current =
      stat.priority.has_value() ? Cell{current_priority(*stat.priority)} : lacking("priority");
  put(table_, row, ThreadRow::kPriorityCurrent, current);
  Cell base = stat.policy.has_value() ? Cell{kRealTimeBase} : lacking("policy");
  if (stat.policy.has_value() && !is_real_time(*stat.policy)) {
    base = stat.nice.has_value() ? Cell{base_of_nice(*stat.nice)} : lacking("nice");
  }
  put(table_, row, ThreadRow::kPriorityBase, base);
}

void ThreadRows::write_state(std::size_t row, char state) {
  const auto found = std::ranges::find(kStates, state, &StateRow::state);
  if (found == kStates.end()) {
    const Cell none = lacking("state");
    put(table_, row, ThreadRow::kThreadState, none);
    put(table_, row, ThreadRow::kThreadWaitReason, none);
    return;
  }
  put(table_, row, ThreadRow::kThreadState, {found->thread_state});
  put(table_, row, ThreadRow::kThreadWaitReason,
      found->wait_reason == kNoWaitReason ? missing(no_wait_) : Cell{found->wait_reason});
}

void ThreadRows::write_switches(std::size_t row, const Thread& thread) {
  Cell cell{thread.switches.value_or(0), thread.switches_reason};
  if (cell.is_present() && !thread.switches.has_value()) {
    cell = cells_.lacking("status", "voluntary_ctxt_switches");
  }
  put_running(row, ThreadRow::kContextSwitchesPerSec, cell);
}

void ThreadRows::write_thread(const Process& process, std::uint32_t process_id,
                              const Thread& thread) {
  std::string& name = context_.scratch;
  name.clear();
  append_number(name, number_++);
  if (context_.thread_names == NameFormat::name_and_id) {
    name += '_';
    append_number(name, thread.id);
  }
  const std::size_t row =
      table_.add_instance(name, instance_key(context_, thread.stat.start_ticks, thread.id));
  table_.set_parent(row, {title::kProcess, process.instance});
  put(table_, row, ThreadRow::kIdProcess, {process_id});
  put(table_, row, ThreadRow::kIdThread, {thread.id});
  write_switches(row, thread);
  if (thread.stat_reason != Reasons::kPresent) {
    for (const std::size_t order : {ThreadRow::kPercentProcessorTime, ThreadRow::kPercentUserTime,
                                    ThreadRow::kPercentPrivilegedTime}) {
      put_running(row, order, missing(thread.stat_reason));
    }
    return table_.set_rest_missing(row, thread.stat_reason);
  }
  write_times(row, thread.stat);
  write_scheduling(row, thread.stat);
  write_state(row, thread.stat.state);
}

void ThreadRows::write_group(Group group) {
  EndedThreads& ended = state_.ended[static_cast<std::size_t>(group)];
  const bool is_folded = context_.kernel_threads == KernelThreads::merged;
  number_ = 0;
  for (const auto& process : scan_.processes) {
    const bool is_in_system = is_folded && process->is_kernel_thread;
    if (!process->is_alive || is_in_system != (group == Group::system)) continue;
    reader_.read(*process, state_.threads);
    if (group == Group::processes) number_ = 0;
    for (const Thread& thread : state_.threads) {
      of_thread_.fill(std::nullopt);
      write_thread(*process, is_in_system ? kSystemId : process->id, thread);
      ended.see(std::uint64_t{process->id} << 32 | thread.id, thread.stat.start_ticks, of_thread_);
    }
  }
}

// The running totals still include ended threads, as in Process; ids, classes and states have no
// total, and the age of _Total is 0.
void ThreadRows::write_total() {
  const std::size_t total = table_.add_instance("_Total");
  table_.set_parent(total, {title::kProcess, scan_.total_instance});
  for (std::size_t order = 0; order < kRunningTotals; ++order) {
    Cell sum = sums_[order];
    for (const EndedThreads& ended : state_.ended) add(sum, {ended.sum(order)});
    put(table_, total, order, sum);
  }
  for (const std::size_t order :
       {ThreadRow::kPriorityCurrent, ThreadRow::kPriorityBase, ThreadRow::kThreadState,
        ThreadRow::kThreadWaitReason, ThreadRow::kIdProcess, ThreadRow::kIdThread}) {
    table_.set(total, order, 0);
  }
  const auto now = static_cast<std::uint64_t>(context_.instant.realtime.value_or(0));
  const Cell boot = cells_.boot();
  put(table_, total, ThreadRow::kElapsedTime, boot.is_present() ? Cell{now} : boot);
}

void ThreadRows::write_all() {
  const Boot boot = follow_boot(context_, state_.boot_time);
  for (EndedThreads& ended : state_.ended) ended.begin(boot);
  for (const Group group : {Group::system, Group::processes}) write_group(group);
  for (EndedThreads& ended : state_.ended) ended.finish();
  if (table_.instance_count() > 0) write_total();
}

void collect_thread(ThreadState& state, CollectContext& context, ObjectTable& table) {
  context.stat.ensure_read(context);
  context.processes.ensure_read(context);
  table.clear();
  if (context.processes.totals().failure != Reasons::kPresent) return;  // no /proc at all
  ThreadRows(state, context, table).write_all();
}

}  // namespace

std::unique_ptr<Collector> make_thread_collector() {
  return make_collector<ThreadState, collect_thread>();
}

}  // namespace openperflib::linux_objects
