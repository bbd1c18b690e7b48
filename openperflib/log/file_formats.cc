#include "openperflib/log/file_formats.h"

#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_writer.h"
#include "openperflib/log/text/long_rows.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/log/text/text_log_reader.h"

namespace openperflib {
namespace {

bool is_empty(int fd) {
  struct stat facts{};
  return ::fstat(fd, &facts) == 0 && facts.st_size == 0;
}

BlgWriterOptions blg_options(const LogTarget& target, CreateLogOptions&& log) {
  BlgWriterOptions options;
  options.paths = std::move(log.paths);
  options.grammar = log.grammar;
  options.guid = random_log_guid();
  options.file_path = log.file_path.empty() ? target.name : std::move(log.file_path);
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

}  // namespace

OpenedReader open_text_log(ByteSource file, const std::string& path,
                           const OpenLogOptions& options) {
  return TextLogReader::open(std::move(file), path, options.text, options.readings);
}

CreatedSink create_text_log(const LogTarget& target, int fd, CreateLogOptions options) {
  const TextLogFormat format = text_format_of(target.format);
  if (options.rows == TextRows::long_rows) {
    return make_long_rows(fd, target.name, format, std::move(options.zone), options.content,
                          options.sheet);
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

// Without a catalog nothing can be read: most often the file ends before it.
OpenedReader open_blg(ByteSource file, const std::string& path, const OpenLogOptions& options) {
  auto reader = BlgReader::open(std::move(file), path, options.titles, options.readings);
  if (reader.has_value()) return *std::move(reader);
  SourceFault fault = std::move(reader).error();
  if (!fault.error.has_value() || fault.error->code != Errc::missing)
    return std::unexpected(std::move(fault));
  fault.error.reset();
  fault.message =
      "is a binary log without a list of counters; it is cut off or damaged, so copy the whole "
      "file again";
  return std::unexpected(std::move(fault));
}

CreatedSink create_blg(const LogTarget& target, int fd, CreateLogOptions options) {
  const bool is_new = options.start == LogStart::fresh || is_empty(fd);
  BlgWriterOptions binary = blg_options(target, std::move(options));
  if (is_new) return std::make_unique<BlgWriter>(fd, target.name, std::move(binary));
  return BlgWriter::append(fd, target.name, std::move(binary));
}

CreatedBlockSink create_blg_of_blocks(const LogTarget& target, int fd, CreateLogOptions options,
                                      BlockLogContents contents, const TitleTable& titles) {
  const bool is_new = options.start == LogStart::fresh || is_empty(fd);
  BlgWriterOptions binary = blg_options(target, std::move(options));
  if (is_new) {
    return std::make_unique<BlgObjectWriter>(
        fd, target.name, std::move(binary), std::move(contents.objects), std::move(contents.names));
  }
  return std::make_unique<BlgObjectWriter>(OPENPERFLIB_TRY(BlgObjectWriter::append(
      fd, target.name, std::move(binary), std::move(contents.objects), contents.names, titles)));
}

OpenedReader open_recording(ByteSource file, const std::string& path,
                            const OpenLogOptions& options) {
  // Blocks have catalogs, too.
  const bool needs_catalogs =
      options.readings == LogReadings::left_out || options.readings == LogReadings::names;
  const LogReadings readings = needs_catalogs ? LogReadings::by_block : options.readings;
  return RecordingReader::open(std::move(file), path, options.titles, options.window,
                               options.request, readings);
}

CreatedBlockSink create_recording(const LogTarget& target, int fd, CreateLogOptions options,
                                  BlockLogContents /*contents*/, const TitleTable& /*titles*/) {
  if (options.start == LogStart::append && !is_empty(fd)) {
    return std::unexpected(SourceFault{.errno_value = 0,
                                       .file = target.name,
                                       .error = std::nullopt,
                                       .message = "a recording cannot be appended to"});
  }
  RecordingOptions recording{.zone = std::move(options.zone)};
  if (options.flush == LogFlush::in_pieces) {
    recording.flush_seconds = recording.block_seconds;
  }
  return std::make_unique<RecordingWriter>(fd, target.name, std::move(recording));
}

}  // namespace openperflib
