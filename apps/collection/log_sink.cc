#include "apps/collection/log_sink.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/sql/sql_log_writer.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/clocks.h"

namespace openperflib::apps {
namespace {

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

// When this machine was started; 0 for a recorded one; readers do not need it.
FileTime boot_time(const CounterSession& collection) {
  const Instant now = read_clocks();
  if (!collection.is_live() || !now.realtime.has_value() || !now.boottime_100ns.has_value())
    return 0;
  return *now.realtime - *now.boottime_100ns;
}

BlgWriterOptions binary_options(const CounterSession& collection, const std::string& path,
                                std::vector<std::string> paths, ZoneOffset zone) {
  BlgWriterOptions options;
  options.paths = std::move(paths);
  options.guid = random_log_guid();
  options.file_path = absolute(path);
  options.zone = std::move(zone);
  options.start_time_utc = collection.query().row().time_utc;
  options.boot_time_utc = boot_time(collection);
  options.process_id = static_cast<std::uint32_t>(::getpid());
  options.thread_id = options.process_id;
  return options;
}

bool is_empty(int fd) {
  struct stat facts{};
  return ::fstat(fd, &facts) == 0 && facts.st_size == 0;
}

}  // namespace

std::expected<std::unique_ptr<RowSink>, SourceFault> make_log_sink(
    const CounterSession& collection, int fd, const std::string& path, LogFormat format,
    std::vector<std::string> paths, LogStart start, std::uint32_t circle_mebibytes) {
  ZoneOffset zone =
      collection.is_live() ? local_zone_at(collection.query().row().time_utc) : ZoneOffset{};
  if (format == LogFormat::sql) {
    const SqlLogName name = SqlLogName::parse(path).value_or(SqlLogName());
    return SqlLogWriter::open(name, {.content = LogContent::readings,
                                     .zone = std::move(zone),
                                     .flush = SqlLogWriteOptions::Flush::each_row});
  }
  if (format != LogFormat::blg) {
    TextLogWriteOptions options;
    if (start == LogStart::append) options.target = TextLogWriteOptions::Target::append;
    return std::make_unique<TextLogWriter>(fd, path, text_format_of(format), std::move(zone),
                                           std::move(options));
  }
  BlgWriterOptions binary = binary_options(collection, path, std::move(paths), std::move(zone));
  binary.circle_mebibytes = circle_mebibytes;
  if (start == LogStart::fresh || is_empty(fd)) {
    return std::make_unique<BlgWriter>(fd, path, std::move(binary));
  }
  return BlgWriter::append(fd, path, std::move(binary));
}

}  // namespace openperflib::apps
