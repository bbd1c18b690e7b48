#include "openperflib/log/create_log.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/log/sql/sql_log_writer.h"
#include "openperflib/log/text/long_rows.h"
#include "openperflib/log/text/text_format.h"

namespace openperflib {
namespace {

using Rows = std::expected<std::unique_ptr<RowSink>, SourceFault>;
using Blocks = std::expected<std::unique_ptr<BlockSink>, SourceFault>;

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

bool is_empty(int fd) {
  struct stat facts{};
  return ::fstat(fd, &facts) == 0 && facts.st_size == 0;
}

BlgWriterOptions blg_options(const LogTarget& target, CreateLogOptions&& log) {
  BlgWriterOptions options;
  options.paths = std::move(log.paths);
  options.grammar = log.grammar;
  options.guid = random_log_guid();
  options.file_path = log.file_path.empty() ? absolute(target.name) : std::move(log.file_path);
  options.zone = std::move(log.zone);
  options.start_time_utc = log.start_time_utc;
  options.boot_time_utc = log.boot_time_utc;
  options.perf_freq = log.perf_freq;
  options.process_id = static_cast<std::uint32_t>(::getpid());
  options.thread_id = options.process_id;
  options.circle_bytes = log.circle_bytes;
  options.keeps_numbers_of_errors = log.keeps_numbers_of_errors;
  if (log.flush == LogFlush::in_pieces) options.samples_per_flush = 0;
  return options;
}

Rows create_blg(const LogTarget& target, int fd, CreateLogOptions&& options) {
  const bool is_new = options.start == LogStart::fresh || is_empty(fd);
  BlgWriterOptions binary = blg_options(target, std::move(options));
  if (is_new) return std::make_unique<BlgWriter>(fd, target.name, std::move(binary));
  return BlgWriter::append(fd, target.name, std::move(binary));
}

Rows create_text(const LogTarget& target, int fd, CreateLogOptions&& options) {
  const TextLogFormat format = text_format_of(target.format);
  if (options.rows == TextRows::long_rows) {
    return make_long_rows(fd, target.name, format, std::move(options.zone), options.sheet);
  }
  using Write = TextLogWriteOptions;
  const bool appends = options.start == LogStart::append;
  const bool in_pieces = options.flush == LogFlush::in_pieces;
  return std::make_unique<TextLogWriter>(
      fd, target.name, format, std::move(options.zone),
      Write{.caption = std::move(options.caption),
            .target = appends ? Write::Target::append : Write::Target::fresh,
            .flush = in_pieces ? Write::Flush::in_pieces : Write::Flush::each_row,
            .follow = options.columns == TextColumns::of_names ? Write::Follow::name
                                                               : Write::Follow::identity,
            .sheet = options.sheet});
}

Rows create_set(const LogTarget& target, CreateLogOptions&& options) {
  using Flush = SqlLogWriteOptions::Flush;
  const bool in_pieces = options.flush == LogFlush::in_pieces;
  return SqlLogWriter::open(target.set.value_or(SqlLogName()),
                            {.content = options.content,
                             .zone = std::move(options.zone),
                             .flush = in_pieces ? Flush::in_batches : Flush::each_row});
}

Blocks create_recording(const LogTarget& target, int fd, CreateLogOptions&& options) {
  if (options.start == LogStart::append && !is_empty(fd)) {
    return std::unexpected(SourceFault{.errno_value = 0,
                                       .file = target.name,
                                       .error = std::nullopt,
                                       .message = "a recording cannot be appended to"});
  }
  RecordingOptions recording{.zone = std::move(options.zone)};
  if (options.flush == LogFlush::in_pieces) {
    recording.flush_seconds = recording.block_seconds;
  } else {
    // Its name lasts like its samples; a folder that cannot be read does not prevent recording.
    (void)sync_folder(std::filesystem::path(absolute(target.name)).parent_path());
  }
  return std::make_unique<RecordingWriter>(fd, target.name, std::move(recording));
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

Rows create_log(const LogTarget& target, int fd, CreateLogOptions options) {
  if (target.is_set()) return create_set(target, std::move(options));
  if (is_text(target.format)) return create_text(target, fd, std::move(options));
  return create_blg(target, fd, std::move(options));
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

Blocks create_block_log(const LogTarget& target, int fd, CreateLogOptions options,
                        BlockLogContents contents, const TitleTable& titles) {
  if (target.format == LogFormat::recording) {
    return create_recording(target, fd, std::move(options));
  }
  const bool is_new = options.start == LogStart::fresh || is_empty(fd);
  BlgWriterOptions binary = blg_options(target, std::move(options));
  if (is_new) {
    return std::make_unique<BlgObjectWriter>(
        fd, target.name, std::move(binary), std::move(contents.objects), std::move(contents.names));
  }
  return std::make_unique<BlgObjectWriter>(OPENPERFLIB_TRY(BlgObjectWriter::append(
      fd, target.name, std::move(binary), std::move(contents.objects), contents.names, titles)));
}

Blocks create_ring(const LogTarget& target, RingOptions ring) {
  return std::make_unique<RecordingRing>(
      OPENPERFLIB_TRY(RecordingRing::open(target.name, std::move(ring))));
}

}  // namespace openperflib
