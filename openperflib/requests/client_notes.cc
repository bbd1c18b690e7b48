#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include "openperflib/base/bytes.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/os/portable/whole_file.h"
#include "openperflib/requests/client_notes_internal.h"
#include "openperflib/requests/tool_parts_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostNoteBytes = std::size_t{64} << 20;  // of all files of a log
constexpr std::size_t kMostListedNotes = 1'000;
constexpr std::size_t kMostRemarks = 20;  // of a log

// What must be told when a file of notes cannot be read. `file`: as the client named it.
SourceFault fault_of(const std::string& file, int errno_value) {
  return {.errno_value = errno_value, .file = file, .error = std::nullopt};
}

// Adds the notes of a file. `left`: how many bytes may still be read. Errors: it cannot be read.
std::expected<void, SourceFault> add_file(ClientNotes& all, std::size_t& left,
                                          const std::string& path, const std::string& file) {
  const auto facts = ByteSource::facts_of(path);
  if (!facts.has_value()) return std::unexpected(fault_of(file, facts.error()));
  if (facts->kind != ByteSourceFacts::Kind::file) {
    return std::unexpected(SourceFault{
        .file = file, .error = std::nullopt, .message = "is not a regular file, and is not read"});
  }
  const auto bytes = read_whole_file(path, left);
  if (!bytes.has_value()) return std::unexpected(fault_of(file, bytes.error()));
  left -= bytes->size();
  LogNotes parsed = parse_notes(as_text(*bytes));
  for (const std::string& remark : remarks_of(parsed)) {
    all.remarks.push_back(fmt::format("{}: {}", file, remark));
  }
  std::ranges::move(parsed.notes, std::back_inserter(all.notes));
  return {};
}

// All in the order of their times, at most as many as one file may have.
ClientNotes in_order(ClientNotes all) {
  std::ranges::stable_sort(all.notes, {}, &LogNote::time_local);
  if (all.notes.size() > kMostNotes) {
    all.remarks.push_back(
        fmt::format("the log has more than {} notes; the rest is left out", kMostNotes));
    all.notes.erase(all.notes.begin() + static_cast<std::ptrdiff_t>(kMostNotes), all.notes.end());
  }
  return all;
}

bool is_absent(const SourceFault& fault) noexcept {
  return fault.errno_value == ENOENT || fault.errno_value == ENOTDIR ||
         fault.errno_value == ENAMETOOLONG;
}

}  // namespace

ClientNotes notes_beside(const ToolEnvironment& environment, const std::vector<std::string>& logs) {
  ClientNotes all;
  std::size_t left = kMostNoteBytes;
  for (const std::string& log : logs) {
    const std::string file = notes_name(log);
    const auto path = environment.file_of(file);
    if (!path.has_value()) continue;  // most logs have none, and others are not the client's
    const auto added = add_file(all, left, *path, file);
    if (!added.has_value() && !is_absent(added.error())) {
      all.remarks.push_back(describe(added.error()));
    }
  }
  return in_order(std::move(all));
}

std::expected<ClientNotes, std::string> notes_in_files(const ToolEnvironment& environment,
                                                       const std::vector<std::string>& files) {
  ClientNotes all;
  std::size_t left = kMostNoteBytes;
  for (const std::string& file : files) {
    const std::string path = OPENPERFLIB_TRY(environment.file_of(file));
    const auto added = add_file(all, left, path, file);
    if (!added.has_value()) return std::unexpected(describe(added.error()));
  }
  return in_order(std::move(all));
}

void write_notes(JsonWriter& out, const ClientNotes& notes, std::optional<int> bias_minutes) {
  if (!notes.notes.empty()) {
    const auto shown = std::span(notes.notes).first(std::min(notes.notes.size(), kMostListedNotes));
    out.objects("notes", shown, [&](const LogNote& note) {
      out.member("time_unix", unix_seconds(note.time_local, bias_minutes));
      out.member("text", note.text);
    });
    const std::size_t others = notes.notes.size() - shown.size();
    if (others != 0) out.member("notes_left_out", others);
  }
  if (notes.remarks.empty()) return;
  const auto said = std::span(notes.remarks).first(std::min(notes.remarks.size(), kMostRemarks));
  out.member("note_remarks", std::vector<std::string>(said.begin(), said.end()));
}

}  // namespace openperflib
