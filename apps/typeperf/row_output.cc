#include "apps/typeperf/row_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>
#include <system_error>
#include <utility>

#include "apps/typeperf/console_rows.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg_writer.h"
#include "openperflib/log/text_log_writer.h"
#include "openperflib/os/clocks.h"

namespace openperflib::typeperf {
namespace {

using apps::LiveCollection;

TextLogFormat text_format(LogFormat format) {
  return format == LogFormat::tsv ? TextLogFormat::tsv : TextLogFormat::csv;
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

// When this machine was started; 0 for a recorded one, which does not matter to a reader.
FileTime boot_time(const LiveCollection& collection) {
  const Instant now = read_clocks();
  if (!collection.is_live() || !now.realtime.has_value() || !now.boottime_100ns.has_value()) return 0;
  return *now.realtime - *now.boottime_100ns;
}

}  // namespace

std::unique_ptr<Sink> RowOutput::file_sink(const LiveCollection& collection) {
  const FileTime first = collection.query().row().time_utc;
  ZoneOffset zone = collection.is_live() ? local_zone_at(first) : ZoneOffset{};
  if (options_.format != LogFormat::blg) {
    return std::make_unique<TextLogWriter>(file_->fd(), file_->path(),
                                           text_format(options_.format), std::move(zone));
  }
  BlgWriterOptions binary;
  binary.paths = std::move(paths_);
  binary.guid = random_log_guid();
  binary.file_path = absolute(file_->path());
  binary.zone = std::move(zone);
  binary.start_time_utc = first;
  binary.boot_time_utc = boot_time(collection);
  binary.process_id = static_cast<std::uint32_t>(::getpid());
  binary.thread_id = binary.process_id;
  return std::make_unique<BlgWriter>(file_->fd(), file_->path(), std::move(binary));
}

Outcome RowOutput::open(const LiveCollection& collection) {
  if (!options_.output.empty()) {
    file_ = OPENPERFLIB_TRY(OutputFile::create(options_.output));
    sink_ = file_sink(collection);
    return {};
  }
  sink_ = std::make_unique<ConsoleRows>(STDOUT_FILENO, text_format(options_.format),
                                        collection.is_live() ? RowZone::local : RowZone::utc,
                                        std::move(paths_));
  return {};
}

// Binary logs put themselves back to their last whole record.
Outcome RowOutput::checked(const std::expected<void, SourceFault>& written) {
  const bool is_text_file = file_.has_value() && options_.format != LogFormat::blg;
  if (written.has_value()) {
    if (is_text_file) file_->keep();
    return {};
  }
  if (is_text_file) file_->take_back();
  return windows_tool::failure(
      fmt::format("{}: {}", written.error().file, reason_of(written.error())));
}

Outcome RowOutput::follow_layout(const Binding& binding) {
  generation_ = binding.generation();
  shown_.resize(binding.series().size());
  std::iota(shown_.begin(), shown_.end(), std::size_t{0});
  return checked(sink_->begin(binding, shown_));
}

Outcome RowOutput::begin(const LiveCollection& collection) {
  OPENPERFLIB_TRY(open(collection));
  return follow_layout(collection.query().binding());
}

Outcome RowOutput::write(const Query& query) {
  if (query.binding().generation() != generation_) OPENPERFLIB_TRY(follow_layout(query.binding()));
  return checked(sink_->write(query.newer(), query.row()));
}

Outcome RowOutput::end() {
  return sink_ == nullptr ? Outcome() : checked(sink_->end());
}

}  // namespace openperflib::typeperf
