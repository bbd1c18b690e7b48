// Everything is read below the folder task of the process, which is opened once, so that it belongs
// to one process even if the id is reused later. The first thread shows whether it is the process
// in Process.
//
// stat is opened first and read last: while it can be read, the thread lives and its id is not
// reused.
#include <algorithm>

#include "openperflib/linux/process/process_files_internal.h"
#include "openperflib/linux/process/thread_files_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

// According to status, or else stat: both include the first thread, even if it has ended.
bool has_one_thread(const Process& process) noexcept {
  if (process.reason(ProcessFile::status) == Reasons::kPresent) {
    return process.activity.has_one_thread;
  }
  return process.numbers.get(ProcessNumber::threads) == 1;
}

// Its scheduling may be changed by others while it sleeps.
bool is_scheduled_as_before(const Process& process) noexcept {
  const auto nice = process.numbers.get(ProcessNumber::nice);
  return process.only_thread.policy == process.numbers.get(ProcessNumber::policy) &&
         nice.has_value() && process.only_thread.nice == static_cast<std::int64_t>(*nice);
}

bool is_of(const std::vector<Thread>& threads, const Process& process) noexcept {
  const auto first = std::ranges::find(threads, process.id, &Thread::id);
  if (first == threads.end() || first->stat_reason != Reasons::kPresent) return true;
  return first->stat.start_ticks == process.start_ticks;
}

}  // namespace

void ThreadReader::set_path(std::uint32_t process_id, std::uint32_t id, std::string_view file) {
  std::string& path = buffers_.path;
  append_number(path.assign("proc/"), process_id);
  path.append("/task");
  if (id != 0) append_number(path.append("/"), id);
  path.append(file);
}

ReasonId ThreadReader::unreadable(Place place, std::uint32_t id, std::string_view file,
                                  int errno_value) {
  set_path(place.process_id, id, file);
  return reasons_.add_file_errno(errno_value, buffers_.path);
}

Thread ThreadReader::unknown_thread(std::uint32_t id, ReasonId reason) const noexcept {
  Thread thread{.id = id, .stat = {}, .stat_reason = reason, .switches = {}};
  if (switches_ == ThreadSwitches::read) thread.switches_reason = reason;
  return thread;
}

std::expected<UniqueFd, int> ThreadReader::open(Place place, std::uint32_t id,
                                                std::string_view file) {
  std::string& path = buffers_.path;
  if (place.folder < 0) {
    set_path(place.process_id, id, file);
    return root_.open_file(path.c_str());
  }
  path.clear();
  append_number(path, id);
  return root_.open_file_in(place.folder, path.append(file).c_str());
}

bool ThreadReader::take_failure(Place place, Thread& thread, int errno_value) {
  if (says_ended(errno_value)) return false;
  thread = unknown_thread(thread.id, unreadable(place, thread.id, "/stat", errno_value));
  return true;
}

void ThreadReader::take_switches(Place place, Thread& thread) {
  const auto fd = open(place, thread.id, "/status");
  const auto text = fd.has_value() ? ProcRoot::read_open(fd->get(), buffers_.text,
                                                         kProcessTextLimit, FileEnd::short_read)
                                   : std::unexpected(fd.error());
  thread.switches_reason = Reasons::kPresent;
  if (text.has_value()) {
    thread.switches = switches_in(*text);
  } else {
    thread.switches_reason = unreadable(place, thread.id, "/status", text.error());
  }
}

bool ThreadReader::read_files(Place place, Thread& thread) {
  const auto fd = open(place, thread.id, "/stat");
  if (!fd.has_value()) return take_failure(place, thread, fd.error());
  if (switches_ == ThreadSwitches::read) {
    thread.switches_reason = Reasons::kPresent;
    if (!thread.switches.has_value()) take_switches(place, thread);
  }
  const auto text =
      ProcRoot::read_open(fd->get(), buffers_.text, kProcessTextLimit, FileEnd::short_read);
  if (!text.has_value()) return take_failure(place, thread, text.error());
  return parse_thread_stat(*text, thread.stat);
}

void ThreadReader::read_thread(Place place, std::uint32_t id, std::optional<std::uint64_t> switches,
                               std::vector<Thread>& threads) {
  Thread& thread = threads.emplace_back();
  thread.id = id;
  thread.switches = switches;
  if (!read_files(place, thread)) threads.pop_back();
}

void ThreadReader::read_listed(const Process& process, std::vector<Thread>& threads) {
  set_path(process.id, 0, "");
  const auto folder = root_.open_folder(buffers_.path.c_str());
  const auto listed = folder.has_value() ? ProcRoot::list_numbers_in(folder->get(), buffers_.ids)
                                         : std::unexpected(folder.error());
  if (!listed.has_value()) {  // the number is unknown, but there is at least one
    if (says_ended(listed.error())) return;
    const ReasonId reason = unreadable({-1, process.id}, 0, "", listed.error());
    threads.push_back(unknown_thread(process.id, reason));
    return;
  }
  const auto same = std::ranges::unique(buffers_.ids);  // "7" and "07", in a recorded folder
  buffers_.ids.erase(same.begin(), same.end());
  for (const std::uint32_t id : buffers_.ids) {
    if (id != 0) read_thread({folder->get(), process.id}, id, std::nullopt, threads);
  }
}

// Its id is that of the process. If, according to status, it has not run since its stat was read,
// the stat is still valid; status also has its switches.
void ThreadReader::read_only_thread(Process& process, std::vector<Thread>& threads) {
  const ProcessActivity& activity = process.activity;
  if (activity.has_not_run_since(process.activity_before_thread) &&
      is_scheduled_as_before(process)) {
    threads.push_back(unknown_thread(process.id, Reasons::kPresent));
    threads.back().stat = process.only_thread;
    threads.back().switches = activity.switches;
    return;
  }
  process.activity_before_thread = ProcessActivity{};
  read_thread({-1, process.id}, process.id, activity.switches, threads);
  if (threads.empty() || threads.front().stat_reason != Reasons::kPresent) return;
  process.only_thread = threads.front().stat;
  process.activity_before_thread = activity;
}

void ThreadReader::read(Process& process, std::vector<Thread>& threads) {
  threads.clear();
  if (root_.is_live() && has_one_thread(process)) {
    read_only_thread(process, threads);
  } else {
    read_listed(process, threads);
  }
  if (!is_of(threads, process)) threads.clear();
}

}  // namespace openperflib::linux_objects
