#include <algorithm>
#include <array>

#include "openperflib/base/checked.h"
#include "openperflib/linux/process/hidden_processes_internal.h"
#include "openperflib/linux/process/process_scan_internal.h"
#include "openperflib/linux/process/process_state_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/row_numbers.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {
namespace {

// The rows of objects that are sums over /proc/PID/io.
struct SummedRow {
  TitleIndex object;
  std::size_t order;
};
constexpr auto kSummedRows = std::to_array<SummedRow>({
    {title::kSystem, SystemRow::kFileReadOperationsPerSec},
    {title::kSystem, SystemRow::kFileWriteOperationsPerSec},
    {title::kSystem, SystemRow::kFileReadBytesPerSec},
    {title::kSystem, SystemRow::kFileWriteBytesPerSec},
    {title::kSystem, SystemRow::kFileDataOperationsPerSec},
    {title::kFileSystemDiskActivity, FileSystemDiskActivityRow::kFileSystemBytesRead},
    {title::kFileSystemDiskActivity, FileSystemDiskActivityRow::kFileSystemBytesWritten},
});

constexpr std::uint32_t kKernelThreadParent = 2;  // kthreadd, except in containers

bool sums_need_io(const CollectContext& context) noexcept {
  return std::ranges::any_of(kSummedRows, [&](const SummedRow& row) {
    const CatalogueObject* object = find_catalogue_object(row.object);
    return object != nullptr && context.request.wants_object(row.object) &&
           context.wants(*object, row.order);
  });
}

// Below a folder, only a listing has the count.
DescriptorCount find_descriptor_count(const ProcRoot& root) noexcept {
  if (!root.is_live()) return DescriptorCount::entries_listed;
  const auto own = root.stat_size("proc/self/fd");
  return descriptor_count_by(own.has_value() ? std::optional(*own) : std::nullopt);
}

void find_out_about_folder(ProcessScan::State& state, const ProcRoot& root) {
  if (state.folder_number == root.folder_number()) return;
  state.folder_number = root.folder_number();
  state.reading.descriptor_count = find_descriptor_count(root);
  state.reading.scheduling = has_ids_of_system(root, state.buffers.text)
                                 ? SchedulingSource::asked_by_id
                                 : SchedulingSource::stat_only;
}

bool is_listed_as_before(const ProcessScan::State& state) noexcept {
  return std::ranges::equal(state.processes, state.ids, {},
                            [](const std::unique_ptr<Process>& process) { return process->id; });
}

// A process of which only the id is known; reuses the memory of one that has ended, if possible.
std::unique_ptr<Process> new_process(ProcessScan::State& state, std::uint32_t id) {
  if (state.spare.empty()) state.spare.push_back(std::make_unique<Process>());
  std::unique_ptr<Process> process = std::move(state.spare.back());
  state.spare.pop_back();
  Process blank;
  blank.id = id;
  blank.comm = std::move(process->comm);  // to reuse their memory
  blank.name = std::move(process->name);
  blank.comm.clear();
  blank.name.clear();
  *process = std::move(blank);
  return process;
}

void put_away(ProcessScan::State& state, ProcessReader& reader, std::unique_ptr<Process>& ended) {
  reader.close(*ended);
  state.spare.push_back(std::move(ended));
}

// Updates `processes` to those of `ids`: existing ones are kept, ended ones are closed.
void take_listing(ProcessScan::State& state, ProcessReader& reader) {
  const auto duplicates = std::ranges::unique(state.ids);  // "7" and "07", in a folder
  state.ids.erase(duplicates.begin(), duplicates.end());
  if (!state.ids.empty() && state.ids.front() == 0) state.ids.erase(state.ids.begin());
  if (is_listed_as_before(state)) return;
  state.next_processes.clear();
  auto before = state.processes.begin();
  for (const std::uint32_t id : state.ids) {
    for (; before != state.processes.end() && (*before)->id < id; ++before) {
      put_away(state, reader, *before);
    }
    if (before != state.processes.end() && (*before)->id == id) {
      state.next_processes.push_back(std::move(*before++));
    } else {
      state.next_processes.push_back(new_process(state, id));
    }
  }
  for (; before != state.processes.end(); ++before) put_away(state, reader, *before);
  state.processes.swap(state.next_processes);
  state.next_processes.clear();
}

bool has_kernel_flag(const Process& process) noexcept {
  return process.is_alive && has_kernel_flag(process.numbers);
}

// Marks kthreadd and its children. In a container, id 2 may be any process, and so may its
// children: there, and for all others, the kernel's flag decides.
void tell_kernel_threads(ProcessScan::State& state) noexcept {
  const auto second = std::ranges::find_if(
      state.processes, [](const auto& process) { return process->id >= kKernelThreadParent; });
  const bool has_parent = second != state.processes.end() && (*second)->id == kKernelThreadParent &&
                          has_kernel_flag(**second);
  for (const auto& process : state.processes) {
    const bool is_child =
        process->is_alive && process->numbers.get(ProcessNumber::parent) == kKernelThreadParent;
    process->is_kernel_thread = has_kernel_flag(*process) || (has_parent && is_child);
  }
}

constexpr ProcessNumber io_number(std::size_t position) noexcept {
  return static_cast<ProcessNumber>(static_cast<std::size_t>(kFirstIoNumber) + position);
}

// Adds the number of a process; returns why that is impossible, else kPresent.
ReasonId add_io(const Process& process, ProcessNumber number, std::uint64_t& sum,
                Reasons& reasons) {
  if (process.reason(ProcessFile::io) != Reasons::kPresent) return process.reason(ProcessFile::io);
  const auto own = process.numbers.get(number);
  const auto with_it = own.has_value() ? checked_add(sum, *own) : std::nullopt;
  if (!with_it.has_value()) {
    return reasons.add("/proc/PID/io: a number is missing or too large", MissingReason::unreadable);
  }
  sum = *with_it;
  return Reasons::kPresent;
}

// Why there is no sum over the processes: some are hidden, or there are none, in which case the sum
// is unknown, not 0.
ReasonId reason_without_sums(const ProcessScan::State& state, CollectContext& context) {
  if (state.failure != Reasons::kPresent) return state.failure;
  const ReasonId hidden = context.hidden_processes.reason(context);
  if (hidden != Reasons::kPresent) return hidden;
  if (state.totals.listed == 0)
    return context.reasons.add("no process in /proc", MissingReason::unreadable);
  const std::uint32_t alive = state.totals.user_processes + state.totals.kernel_threads;
  return alive == 0
             ? context.reasons.add("no process in /proc can be read", MissingReason::unreadable)
             : Reasons::kPresent;
}

void sum_io(ProcessScan::State& state, CollectContext& context) {
  const ReasonId no_sums = reason_without_sums(state, context);
  for (std::size_t position = 0; position < kIoNumberCount; ++position) {
    std::uint64_t sum = 0;
    ReasonId reason = no_sums;
    for (const auto& process : state.processes) {
      if (reason != Reasons::kPresent) break;
      if (process->is_alive) reason = add_io(*process, io_number(position), sum, context.reasons);
    }
    std::uint64_t& most = state.most_io[position];
    if (reason == Reasons::kPresent) most = std::max(most, sum);
    state.totals.io[position] = reason == Reasons::kPresent ? Cell{most} : missing(reason);
  }
}

void count_processes(ProcessScan::State& state) noexcept {
  for (const auto& process : state.processes) {
    if (!process->is_alive) continue;
    ++(process->is_kernel_thread ? state.totals.kernel_threads : state.totals.user_processes);
  }
}

// Assigns positions in Process: Idle, System, then by id, _Total.
void place_instances(ProcessScan::State& state, KernelThreads kernel_threads) noexcept {
  constexpr std::uint32_t kIdle = 0, kSystem = 1;
  const bool is_folded = kernel_threads == KernelThreads::merged;
  std::uint32_t next = is_folded && state.totals.kernel_threads > 0 ? kSystem + 1 : kIdle + 1;
  for (const auto& process : state.processes) {
    if (!process->is_alive) continue;
    process->instance = is_folded && process->is_kernel_thread ? kSystem : next++;
  }
  state.total_instance = next;
}

}  // namespace

ProcessScan::ProcessScan() : state_(std::make_unique<State>()) {}
ProcessScan::~ProcessScan() = default;

std::expected<std::uint64_t, ReasonId> ProcessTotals::shown_processes(
    CollectContext& context) const {
  if (failure != Reasons::kPresent) return std::unexpected(failure);
  if (const ReasonId hidden = context.hidden_processes.reason(context);
      hidden != Reasons::kPresent) {
    return std::unexpected(hidden);
  }
  if (listed == 0)
    return std::unexpected(context.reasons.add("no process in /proc", MissingReason::unreadable));
  if (context.kernel_threads == KernelThreads::listed || kernel_threads == 0) return listed;
  return std::uint64_t{listed} - kernel_threads + 1;
}

const ProcessTotals& ProcessScan::totals() const noexcept { return state_->totals; }

std::span<const std::uint32_t> ProcessScan::ids() const noexcept { return state_->ids; }

void ProcessScan::ensure_read(CollectContext& context) {
  State& state = *state_;
  if (state.collection_number == context.number) return;
  state.collection_number = context.number;
  find_out_about_folder(state, context.root);
  const bool io_for_sums = sums_need_io(context);
  state.files = files_process_needs(context);
  if (io_for_sums) state.files.add(ProcessFile::io);
  state.totals = ProcessTotals{};
  const auto listed = context.root.list_numbers("proc", state.ids);
  state.failure = listed.has_value() ? Reasons::kPresent
                                     : context.reasons.add_file_errno(listed.error(), "proc");
  state.totals.failure = state.failure;
  if (!listed.has_value()) state.ids.clear();
  state.totals.listed = static_cast<std::uint32_t>(state.ids.size());
  state.reading.wanted = state.files;
  ProcessReader reader(context.root, context.reasons, state.buffers, state.reading);
  take_listing(state, reader);
  for (const auto& process : state.processes) reader.read(*process);
  tell_kernel_threads(state);
  count_processes(state);
  place_instances(state, context.kernel_threads);
  if (io_for_sums) sum_io(state, context);
}

}  // namespace openperflib::linux_objects
