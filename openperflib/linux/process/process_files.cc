// stat is opened first and read last. While a process lives, its id is not reused: if a stat that
// was opened first can still be read at the end, everything opened and read in between belongs to
// the same process. So no row mixes two processes, without any additional call.
//
// Most processes sleep. If a process has not run since the last collection, according to its
// status, its io and stat have not changed and are not read again (only on this machine, not below
// a folder).
#include <algorithm>
#include <cerrno>

#include "openperflib/base/try_internal.h"
#include "openperflib/linux/process/process_files_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

using enum ProcessFile;

// Descriptors left in the budget for the files of other objects.
constexpr unsigned kLeftForOthers = 32;

constexpr std::size_t index(ProcessFile file) noexcept { return static_cast<std::size_t>(file); }

// Clears everything about the previous process, because another process has the id.
void forget_identity(Process& process) {
  process.start_ticks.reset();
  process.first_parent.reset();
  process.page_file_peak.reset();
  process.activity_before_stat = ProcessActivity{};
  process.activity_before_io = ProcessActivity{};
  process.activity_before_thread = ProcessActivity{};
  process.comm.clear();
  process.name.clear();
}

}  // namespace

bool says_ended(int errno_value) noexcept {
  return errno_value == ENOENT || errno_value == ESRCH || errno_value == ENOTDIR;
}

const char* ProcessReader::path_of(std::uint32_t id, std::string_view file) {
  std::string& path = buffers_.path;
  path.assign("proc/");
  append_number(path, id);
  path.push_back('/');
  path.append(file);
  return path.c_str();
}

ReasonId ProcessReader::errno_reason(std::uint32_t id, std::string_view file, int errno_value) {
  return reasons_.add_file_errno(errno_value, path_of(id, file));
}

void ProcessReader::drop(Process& process, ProcessFile file) noexcept {
  process.descriptors[index(file)].reset();
  if (process.kept.has(file)) root_.give_back_descriptor();
  process.kept.remove(file);
}

void ProcessReader::close(Process& process) noexcept {
  for (const ProcessFile file : {stat, status, io, fd}) drop(process, file);
}

void ProcessReader::close_unkept(Process& process) noexcept {
  for (const ProcessFile file : {stat, status, io, fd}) {
    if (!process.kept.has(file)) process.descriptors[index(file)].reset();
  }
}

// The descriptor, kept or opened for this reading. Below a folder nothing is kept, because the
// replacement of a file would go unnoticed.
std::expected<int, int> ProcessReader::open(Process& process, ProcessFile file) {
  UniqueFd& descriptor = process.descriptors[index(file)];
  if (descriptor) return descriptor.get();
  const char* path = path_of(process.id, name_of(file));
  auto opened = file == fd ? root_.open_handle(path) : root_.open_file(path);
  if (!opened.has_value()) return std::unexpected(opened.error());
  descriptor = *std::move(opened);
  const bool may_keep = root_.is_live() && root_.descriptors_left() > kLeftForOthers;
  if (may_keep && root_.take_descriptor()) process.kept.add(file);
  return descriptor.get();
}

std::expected<std::string_view, int> ProcessReader::read_text(Process& process, ProcessFile file) {
  const int descriptor = OPENPERFLIB_TRY(open(process, file));
  return ProcRoot::read_open(descriptor, buffers_.text, kProcessTextLimit, FileEnd::short_read);
}

// If stat is not kept, it belongs to the current owner of the id, while kept files may belong to
// the previous one.
std::optional<std::string_view> ProcessReader::read_other_text(Process& process, ProcessFile file) {
  const bool may_be_of_another = process.kept.has(file) && !process.kept.has(stat);
  auto text = read_text(process, file);
  if (!text.has_value() && may_be_of_another && says_ended(text.error())) {
    drop(process, file);
    text = read_text(process, file);
  }
  ReasonId& reason = process.reasons[index(file)];
  reason = Reasons::kPresent;
  if (text.has_value()) return *text;
  reason = errno_reason(process.id, name_of(file), text.error());
  drop(process, file);
  return std::nullopt;
}

void ProcessReader::take_status(Process& process) {
  const auto text = read_other_text(process, status);
  process.activity = parse_process_status(text.value_or(std::string_view()), process.numbers);
}

void ProcessReader::take_io(Process& process) {
  process.reasons[index(io)] = Reasons::kPresent;
  if (root_.is_live() && process.activity.has_not_run_since(process.activity_before_io)) {
    process.has_numbers_of_before = true;
    return;
  }
  process.activity_before_io = ProcessActivity{};
  const auto text = read_other_text(process, io);
  parse_process_io(text.value_or(std::string_view()), process.numbers);
  if (text.has_value()) process.activity_before_io = process.activity;
}

std::expected<std::uint64_t, int> ProcessReader::listed_descriptors(const Process& process) {
  OPENPERFLIB_TRY(root_.list(path_of(process.id, name_of(fd)), buffers_.names));
  return static_cast<std::uint64_t>(std::ranges::count(buffers_.names, '\0'));
}

std::expected<std::uint64_t, int> ProcessReader::kept_folder_size(Process& process) {
  const int descriptor = OPENPERFLIB_TRY(open(process, fd));
  return ProcRoot::handle_size(descriptor);
}

std::expected<std::uint64_t, int> ProcessReader::count_descriptors(Process& process) {
  if (reading_.descriptor_count == DescriptorCount::entries_listed)
    return listed_descriptors(process);
  if (process.kept.has(fd) || root_.descriptors_left() > kLeftForOthers) {
    const auto size = kept_folder_size(process);
    if (size.has_value()) return size;
    drop(process, fd);
  }
  return root_.stat_size(path_of(process.id, name_of(fd)));
}

void ProcessReader::take_descriptor_count(Process& process) {
  const auto count = count_descriptors(process);
  ReasonId& reason = process.reasons[index(fd)];
  reason =
      count.has_value() ? Reasons::kPresent : errno_reason(process.id, name_of(fd), count.error());
  if (count.has_value()) process.numbers.set(ProcessNumber::descriptors, *count);
}

void ProcessReader::take_other_files(Process& process) {
  process.reasons.fill(Reasons::kNotAskedFor);
  process.activity = ProcessActivity{};
  process.has_numbers_of_before = false;
  if (reading_.wanted.has(status)) take_status(process);
  if (reading_.wanted.has(io)) take_io(process);
  if (reading_.wanted.has(fd)) take_descriptor_count(process);
}

// A process whose stat may not be read (hidepid): it exists, but only its id is known.
ProcessReader::Outcome ProcessReader::take_unreadable(Process& process, ReasonId reason) {
  forget_identity(process);
  append_number(process.name, process.id);
  process.numbers.forget_all();
  process.reasons.fill(Reasons::kNotAskedFor);
  for (const ProcessFile file : {stat, status, io, fd}) {
    if (file == stat || reading_.wanted.has(file)) process.reasons[index(file)] = reason;
  }
  return Outcome::read;
}

ProcessReader::Outcome ProcessReader::take_missing_stat(Process& process, int errno_value) {
  if (says_ended(errno_value)) return Outcome::ended;
  return take_unreadable(process, errno_reason(process.id, name_of(stat), errno_value));
}

// The name is that of the program: it is looked up once, and again when comm shows that the process
// runs another program (exec). A kernel thread has no program.
ProcessReader::Outcome ProcessReader::take_identity(Process& process, std::string_view comm) {
  const auto start = process.numbers.get(ProcessNumber::start_ticks);
  if (process.start_ticks != start || !start.has_value()) {
    if (process.has_numbers_of_before) return Outcome::mixed;
    forget_identity(process);
    process.start_ticks = start;
    process.first_parent = process.numbers.get(ProcessNumber::parent);
  }
  process.activity_before_stat = process.activity;
  if (process.comm == comm && !process.name.empty()) return Outcome::read;
  process.comm.assign(comm);
  if (has_kernel_flag(process.numbers)) {  // workers change their comm all the time
    name_process({}, process.comm, process.name);
    return Outcome::read;
  }
  const auto exe = root_.read_link(path_of(process.id, "exe"), buffers_.text);
  name_process(exe.value_or(std::string_view()), process.comm, process.name);
  const auto still_there = read_text(process, stat);  // the link belonged to this process
  return still_there.has_value() ? Outcome::read : Outcome::ended;
}

ProcessReader::Outcome ProcessReader::take_stat(Process& process) {
  const auto text = read_text(process, stat);
  if (!text.has_value()) return take_missing_stat(process, text.error());
  const auto comm = parse_process_stat(*text, process.numbers);
  if (!comm.has_value()) return Outcome::ended;
  process.reasons[index(stat)] = Reasons::kPresent;
  return take_identity(process, *comm);
}

// The scheduling of a process that was asleep and whose files are all kept: if its kept status can
// be read afterwards, the process still had the id.
std::optional<ProcessScheduling> ProcessReader::scheduling_if_asleep(const Process& process) const {
  const bool may_leave_out_stat = reading_.scheduling == SchedulingSource::asked_by_id &&
                                  process.kept.has(stat) && process.kept.has(status) &&
                                  process.activity_before_stat.is_asleep;
  if (!may_leave_out_stat) return std::nullopt;
  return scheduling_of(process.id);
}

ProcessReader::Outcome ProcessReader::try_read(Process& process) {
  const auto opened = open(process, stat);
  if (!opened.has_value()) return take_missing_stat(process, opened.error());
  const auto scheduling = scheduling_if_asleep(process);
  take_other_files(process);
  if (!scheduling.has_value() ||
      !process.activity.has_not_run_since(process.activity_before_stat)) {
    return take_stat(process);
  }
  process.numbers.set(ProcessNumber::policy, scheduling->policy);
  process.numbers.set(ProcessNumber::nice, static_cast<std::uint64_t>(scheduling->nice));
  process.reasons[index(stat)] = Reasons::kPresent;
  return Outcome::read;
}

void ProcessReader::read(Process& process) {
  const bool had_kept = process.kept.has(stat);
  Outcome outcome = try_read(process);
  if (outcome == Outcome::mixed || (outcome == Outcome::ended && had_kept)) {
    close(process);
    forget_identity(process);
    outcome = try_read(process);
  }
  if (outcome == Outcome::ended) close(process);
  close_unkept(process);
  process.is_alive = outcome == Outcome::read;
}

}  // namespace openperflib::linux_objects
