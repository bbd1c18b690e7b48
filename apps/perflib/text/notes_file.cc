#include "apps/perflib/text/notes_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/program/input_file.h"
#include "openperflib/base/bytes.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

constexpr std::size_t kLargestFile = 64U << 20;

Step fail(int errno_value, const std::string& path) {
  return failed(SourceFault{.errno_value = errno_value, .file = path, .error = std::nullopt});
}

Step refuse_file(const std::string& path) {
  return failed(path, "is a link or not a regular file; remove it to write notes");
}

// Whether the last line of the file has no end, as some editors leave it: a new note then needs a
// line end first.
bool lacks_line_end(int fd) {
  const off_t size = ::lseek(fd, 0, SEEK_END);
  char last = '\n';
  return size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

bool has_notes(const std::string& log) { return !SqlLogName::is_one(log); }

std::vector<LogNote> notes_of(const std::vector<std::string>& logs) {
  std::vector<LogNote> all;
  for (const std::string& log : logs) {
    if (!has_notes(log)) continue;
    const std::string path = notes_name(log);
    const auto bytes = read_regular_file(path, kLargestFile);
    if (!bytes.has_value()) {
      const int why = bytes.error().errno_value;
      if (why != ENOENT && why != ENOTDIR && why != ENAMETOOLONG) print_error(bytes.error());
      continue;
    }
    LogNotes notes = parse_notes(as_text(*bytes));
    for (const std::string& remark : remarks_of(notes)) print_error(path, remark);
    std::ranges::move(notes.notes, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &LogNote::time_local);
  return all;
}

std::string notes_text(const std::vector<LogNote>& notes) {
  std::string text;
  for (const LogNote& note : notes) {
    text += fmt::format(" {}  {}\n", written_time(note.time_local), printable(note.text));
  }
  return text;
}

Step append_note(const std::string& log, const LogNote& note) {
  const std::string path = notes_name(log);
  constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const UniqueFd fd(::open(path.c_str(), kFlags, 0666));
  if (!fd && errno != ELOOP) return fail(errno, path);
  struct stat facts{};
  if (!fd || ::fstat(fd.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return refuse_file(path);
  const std::string line = (lacks_line_end(fd.get()) ? "\n" : "") + line_of(note);
  if (const auto written = write_all(fd.get(), line); !written.has_value())
    return fail(written.error(), path);
  return ::fsync(fd.get()) == 0 ? Step() : fail(errno, path);
}

bool refuses_notes(const std::string& log, Overwrite overwrite) {
  const std::string path = notes_name(log);
  struct stat facts{};
  if (!has_notes(log) || ::lstat(path.c_str(), &facts) != 0) return false;
  if (S_ISREG(facts.st_mode)) return refuses(path, overwrite);
  const Failure refused = refuse_file(path).error();
  print_error(refused.what, refused.why);
  return true;
}

Step write_notes(const std::string& log, const std::vector<LogNote>& notes, Overwrite overwrite) {
  if (!has_notes(log)) {
    if (!notes.empty()) print_error(shown_log_name(log), "a set in a database cannot have notes");
    return {};
  }
  const std::string path = notes_name(log);
  if (notes.empty()) {
    const bool stays = overwrite == Overwrite::yes && ::unlink(path.c_str()) != 0;
    const bool was_there = errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG;
    return stays && was_there ? fail(errno, path) : Step();
  }
  std::string text;
  for (const LogNote& note : notes) text += line_of(note);
  return write_output(path, as_bytes(text), overwrite);
}

}  // namespace openperflib::apps
