// Job Object: one instance per cgroup v2 folder, and _Total. Source: docs/objects/job_object.md.
#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/linux/cgroup/cgroup_folders_internal.h"
#include "openperflib/linux/cgroup/job_processes_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

enum JobOrder : std::uint16_t {
  kProcessTotal = JobObjectRow::kProcessCountTotal,
  kProcessActive = JobObjectRow::kProcessCountActive
};

constexpr auto kCpuStat = std::to_array<CounterRow>({
    {JobObjectRow::kCurrentPercentProcessorTime, {plus("usage_usec")}, Unit::microseconds_as_100ns},
    {JobObjectRow::kCurrentPercentUserModeTime, {plus("user_usec")}, Unit::microseconds_as_100ns},
    {JobObjectRow::kCurrentPercentKernelModeTime,
     {plus("system_usec")},
     Unit::microseconds_as_100ns},
    {JobObjectRow::kTotalMSecProcessor, {plus("usage_usec")}, Unit::microseconds_as_milliseconds},
    {JobObjectRow::kTotalMSecUserMode, {plus("user_usec")}, Unit::microseconds_as_milliseconds},
    {JobObjectRow::kTotalMSecKernelMode, {plus("system_usec")}, Unit::microseconds_as_milliseconds},
});
constexpr auto kMemoryStat = std::to_array<CounterRow>({{6, {plus("pgfault")}}});
constexpr auto kMemoryEvents = std::to_array<CounterRow>({{9, {plus("oom_kill")}}});

// The state of one folder of the tree while it exists.
struct Job {
  Job(std::string_view its_path, const std::string& folder)
      : path(its_path),
        name(its_path),
        cpu(folder + "/cpu.stat", KeyFormat::blank),
        memory_stat(folder + "/memory.stat", KeyFormat::blank),
        memory_events(folder + "/memory.events", KeyFormat::blank),
        processes_file(folder + "/cgroup.procs") {
    std::ranges::replace(name, '/', '\\');
    want_keys(cpu, kCpuStat);
    want_keys(memory_stat, kMemoryStat);
    want_keys(memory_events, kMemoryEvents);
  }
  std::string path;  // below the mount
  std::string name;  // of the instance
  KeyFile cpu, memory_stat, memory_events;
  KeptFile processes_file;
  std::vector<std::uint32_t> processes, processes_before;  // ids, ascending
  std::uint64_t seen = 0;    // ever seen by this process, including the folders below
  std::uint64_t active = 0;  // including the folders below
  ReasonId why_no_processes = Reasons::kPresent;
  std::optional<std::size_t> parent;  // position of its parent folder
};

struct JobObjectState {
  std::vector<Job> jobs;  // in the order of the folders
};

void release_job(Job& job, ProcRoot& root) noexcept {
  for (KeyFile* file : {&job.cpu, &job.memory_stat, &job.memory_events}) file->release(root);
  root.release(job.processes_file);
}

bool is_as_before(const JobObjectState& state, const CgroupFolders& folders) noexcept {
  if (state.jobs.size() != folders.size()) return false;
  for (std::size_t i = 0; i < state.jobs.size(); ++i) {
    if (state.jobs[i].path != folders.path(i)) return false;
  }
  return true;
}

// Parents precede their folders: the parent of a folder is the nearest earlier one whose path is a
// prefix of its own.
void find_parents(std::vector<Job>& jobs) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto holds = [&](std::size_t parent) {
      const std::string& path = jobs[parent].path;
      return jobs[i].path.starts_with(path) && jobs[i].path[path.size()] == '/';
    };
    while (!open.empty() && !holds(open.back())) open.pop_back();
    jobs[i].parent = open.empty() ? std::nullopt : std::optional(open.back());
    open.push_back(i);
  }
}

void take_folders(JobObjectState& state, const CgroupFolders& folders, ProcRoot& root) {
  if (is_as_before(state, folders)) return;
  std::vector<Job> before = std::move(state.jobs);
  state.jobs.clear();
  std::vector<bool> is_taken(before.size());
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const auto known = std::ranges::find(before, folders.path(i), &Job::path);
    if (known == before.end()) {
      state.jobs.emplace_back(folders.path(i), folders.mount() + std::string(folders.path(i)));
    } else {
      is_taken[static_cast<std::size_t>(known - before.begin())] = true;
      state.jobs.push_back(std::move(*known));
      known->path = "?";  // not a valid path, so that it is not found again
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!is_taken[i]) release_job(before[i], root);
  }
  find_parents(state.jobs);
}

// If the processes could not be read, they do not count as new when they are seen again.
void keep_processes(Job& job, ReasonId why) {
  job.processes = job.processes_before;
  job.why_no_processes = why;
}

// A threaded cgroup lists no processes: they belong to the domain above it.
void read_processes(Job& job, CollectContext& context) {
  std::swap(job.processes, job.processes_before);
  job.processes.clear();
  job.why_no_processes = Reasons::kPresent;
  const auto text = context.root.read(job.processes_file, context.buffer);
  if (!text.has_value() && text.error() == EOPNOTSUPP) return;
  Reasons& reasons = context.reasons;
  const std::string& path = job.processes_file.path();
  if (!text.has_value()) return keep_processes(job, reasons.add_file_errno(text.error(), path));
  const auto parsed = parse_job_processes(*text, job.processes);
  if (parsed.has_value()) return;
  const BadWord& word = parsed.error();
  keep_processes(job, reasons.add_bad_word(path, "process", word.offset, word.code));
}

// A process counts in its own folder and in all folders above it.
void count_job_processes(std::vector<Job>& jobs) {
  for (Job& job : jobs) job.active = 0;
  for (std::size_t i = jobs.size(); i-- > 0;) {
    Job& job = jobs[i];
    const std::uint64_t is_new = count_new(job.processes, job.processes_before);
    for (Job* at = &job; at != nullptr; at = at->parent ? &jobs[*at->parent] : nullptr) {
      at->active += job.processes.size();
      at->seen += is_new;
      if (job.why_no_processes != Reasons::kPresent) at->why_no_processes = job.why_no_processes;
    }
  }
}

void add_job(Job& job, CollectContext& context, ObjectTable& table) {
  const std::size_t row = table.add_instance(job.name);
  for (KeyFile* file : {&job.cpu, &job.memory_stat, &job.memory_events}) file->read(context);
  collect_rows(kCpuStat, job.cpu, context, table, row);
  collect_rows(kMemoryStat, job.memory_stat, context, table, row);
  collect_rows(kMemoryEvents, job.memory_events, context, table, row);
  if (job.why_no_processes != Reasons::kPresent) {
    table.set_missing(row, kProcessTotal, job.why_no_processes);
    return table.set_missing(row, kProcessActive, job.why_no_processes);
  }
  table.set(row, kProcessTotal, job.seen);
  table.set(row, kProcessActive, job.active);
}

void collect_job_object(JobObjectState& state, CollectContext& context, ObjectTable& table) {
  const CgroupFolders& folders = context.cgroups.list(context);
  take_folders(state, folders, context.root);
  for (Job& job : state.jobs) read_processes(job, context);
  count_job_processes(state.jobs);
  for (Job& job : state.jobs) add_job(job, context, table);
  if (!state.jobs.empty()) table.add_total();
}

}  // namespace

std::unique_ptr<Collector> make_job_object_collector() {
  return make_collector<JobObjectState, collect_job_object>();
}

}  // namespace openperflib::linux_objects
