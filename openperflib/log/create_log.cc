#include "openperflib/log/create_log.h"

#include <algorithm>
#include <utility>

#include "openperflib/log/copied_header.h"
#include "openperflib/log/log_support.h"

namespace openperflib {
namespace {

// Null: this build does not have the format.
const LogFileSupport* support_of(LogFormat format) noexcept {
  const auto files = log_support().files;
  const auto row = std::ranges::find(files, format, &LogFileSupport::format);
  return row == files.end() ? nullptr : &*row;
}

std::unexpected<SourceFault> not_written_here(const LogTarget& target) {
  return std::unexpected(
      SourceFault{.errno_value = 0,
                  .file = target.shown(),
                  .error = std::nullopt,
                  .message = "would be a log of a kind that this program does not write"});
}

}  // namespace

CreateLogOptions copied_options(const LogHeader& header, FileTime first_utc) {
  return {.content = header.content,
          .zone = zone_of(header),
          .caption = header.caption,
          .start_time_utc = first_utc,
          .perf_freq = perf_freq_of(header),
          .flush = LogFlush::in_pieces,
          .keeps_numbers_of_errors = true};
}

CreatedSink create_log(const LogTarget& target, int fd, CreateLogOptions options) {
  if (target.is_set()) {
    const LogSetSupport* sets = log_support().sets;
    if (sets == nullptr) return not_written_here(target);
    return sets->create(*target.set, std::move(options));
  }
  const LogFileSupport* files = support_of(target.format);
  if (files == nullptr || files->create == nullptr) return not_written_here(target);
  return files->create(target, fd, std::move(options));
}

BlockLogContents contents_of(const LogReader& reader) {
  BlockLogContents contents;
  for (const LogEntry& entry : reader.header().entries) {
    contents.objects.push_back({entry.machine, entry.object, entry.instance.has_value()});
    const auto known = std::ranges::find(contents.names, entry.machine, &BlgNames::machine);
    if (known != contents.names.end()) continue;
    contents.names.push_back({entry.machine, reader.names_of(entry.machine)});
  }
  return contents;
}

bool holds_objects(const LogHeader& header) {
  const auto is_object = [](const LogEntry& entry) { return entry.kind == LogEntry::Kind::object; };
  return !header.entries.empty() && !header.names_disagree &&
         std::ranges::all_of(header.entries, is_object);
}

CreatedBlockSink create_block_log(const LogTarget& target, int fd, CreateLogOptions options,
                                  BlockLogContents contents, const TitleTable& titles) {
  const LogFileSupport* files = support_of(target.format);
  if (files == nullptr || files->create_of_blocks == nullptr) return not_written_here(target);
  return files->create_of_blocks(target, fd, std::move(options), std::move(contents), titles);
}

}  // namespace openperflib
