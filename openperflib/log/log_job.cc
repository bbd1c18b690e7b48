#include "openperflib/log/log_job.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/query/query.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using Begun = std::expected<void, LogJobFault>;
using RecordBefore = LogConversion::RecordBefore;

std::unexpected<LogJobFault> refused_job(LogJobFault::Kind kind, SourceFault fault = {}) {
  return std::unexpected(LogJobFault{.kind = kind, .fault = std::move(fault)});
}

bool is_of_one_machine(const LogHeader& header) {
  return std::ranges::all_of(header.entries, [&](const LogEntry& entry) {
    return equal_ignoring_case(entry.machine, header.entries.front().machine);
  });
}

// Rows of single values and sheets are for people; the other formats are those of Windows.
QueryOptions::Units units_of(const LogJobOptions& options) noexcept {
  const bool is_for_people = options.rows == TextRows::long_rows || options.sheet.has_value();
  return is_for_people ? QueryOptions::Units::of_names : QueryOptions::Units::of_readings;
}

// Collection Status says what the objects of a recording lack.
ObjectRequest with_status(ObjectRequest request) {
  if (request.kind() == ObjectRequest::Kind::ids) request.add_object(title::kCollectionStatus);
  return request;
}

}  // namespace

std::expected<void, LogJobFault> check_ends_before(const std::string& path, FileTime first_utc,
                                                   const TitleTable& titles) {
  auto reader = open_log(path, {.titles = titles});
  if (!reader.has_value()) {
    return std::unexpected(
        LogJobFault{.kind = LogJobFault::Kind::not_a_log, .existing = std::move(reader).error()});
  }
  LogExtent extent;
  LogRecord record;
  for (;;) {
    auto read = (*reader)->read(record);
    if (!read.has_value()) {
      return refused_job(LogJobFault::Kind::unreadable, std::move(read).error());
    }
    if (*read == ReadResult::end) break;
    extent.note(record.time_local);
  }
  if (extent.records == 0 || (*reader)->header().to_utc(extent.last_local) <= first_utc) return {};
  return refused_job(LogJobFault::Kind::ends_later);
}

std::optional<LogObstacle> obstacle_to(const LogTarget& target, const LogSummary& summary) {
  if (summary.survey.records() == 0) return LogObstacle::no_records;
  if (!summary.first_in_window.has_value()) return LogObstacle::none_in_window;
  const LogHeader& header = summary.header;
  if (target.format == LogFormat::recording) {
    if (header.format != LogFormat::recording || !holds_objects(header)) {
      return LogObstacle::not_a_recording;
    }
    if (!is_of_one_machine(header)) return LogObstacle::several_machines;
  }
  if (target.format == LogFormat::blg && header.content == LogContent::values) {
    return LogObstacle::calculated_values;
  }
  return std::nullopt;
}

struct LogJob::State {
  const LogSummary& summary;
  LogJobOptions options;
  TitleTable titles;
  Query query;
  std::vector<std::string> paths = {};
  std::vector<std::string> invalid_paths = {};
  std::unique_ptr<RowSink> rows = nullptr;  // one of the two
  std::unique_ptr<BlockSink> blocks = nullptr;
  std::optional<LogConversion> conversion = std::nullopt;

  [[nodiscard]] LogFormat format() const noexcept { return options.target.format; }
  [[nodiscard]] bool copies_blocks() const;
  [[nodiscard]] RecordBefore record_before() const noexcept;
  [[nodiscard]] CreateLogOptions log_options() const;
  void choose_paths(LogSelection selection);
  [[nodiscard]] std::expected<void, SourceFault> begin_blocks(LogReader& reader, int fd);
  [[nodiscard]] std::expected<void, SourceFault> begin_rows(LogReader& reader, int fd);
};

// Blocks contain more than single counters taken from them, so a whole log of them is copied.
bool LogJob::State::copies_blocks() const {
  if (format() == LogFormat::recording) return true;
  return format() == LogFormat::blg && options.counters.empty() && holds_objects(summary.header);
}

RecordBefore LogJob::State::record_before() const noexcept {
  const bool has_begin = options.window.begin_local != LogWindow{}.begin_local;
  const bool has_readings = is_binary(format()) || (options.target.is_set() &&
                                                    summary.header.content == LogContent::readings);
  return has_begin && has_readings ? RecordBefore::written : RecordBefore::left_out;
}

CreateLogOptions LogJob::State::log_options() const {
  const FileTime first = summary.header.to_utc(summary.first_in_window.value_or(0));
  CreateLogOptions log = copied_options(summary.header, first);
  log.paths = paths;
  log.file_path = options.file_path;
  log.start = options.start;
  log.rows = options.rows;
  log.sheet = options.sheet;
  return log;
}

void LogJob::State::choose_paths(LogSelection selection) {
  if (format() != LogFormat::blg) {
    paths = std::move(selection.paths);
  } else if (!options.counters.empty()) {
    paths = options.counters;
  } else {
    paths = copied_paths(summary.header, summary.survey, std::move(selection.paths), titles);
  }
  if (copies_blocks()) return;
  for (const std::string& path : paths) {
    if (!query.add(path).has_value()) invalid_paths.push_back(path);
  }
}

std::expected<void, SourceFault> LogJob::State::begin_blocks(LogReader& reader, int fd) {
  const bool is_recording = format() == LogFormat::recording;
  blocks = OPENPERFLIB_TRY(create_block_log(options.target, fd, log_options(),
                                            is_recording ? BlockLogContents() : contents_of(reader),
                                            titles));
  std::optional<ObjectRequest> request;
  if (is_recording) request = with_status(request_of(options.counters, titles));
  conversion.emplace(reader, *blocks, std::move(request), options.window, record_before());
  return {};
}

// A text log has one header, with the columns of all records.
std::expected<void, SourceFault> LogJob::State::begin_rows(LogReader& reader, int fd) {
  rows = OPENPERFLIB_TRY(create_log(options.target, fd, log_options()));
  const bool has_columns = format() != LogFormat::blg && options.rows == TextRows::columns;
  if (has_columns && summary.has_later_series()) {
    OPENPERFLIB_TRY(begin_with_all(*rows, summary.survey, paths, titles));
  }
  conversion.emplace(reader, query, *rows, options.window, record_before(), options.workers);
  return {};
}

LogJob::LogJob(const LogSummary& summary, LogSelection selection, LogJobOptions options,
               const TitleTable& titles)
    : state_(new State{.summary = summary,
                       .options = std::move(options),
                       .titles = titles,
                       .query = Query(titles)}) {
  state_->query = Query(titles, {.units = units_of(state_->options)});
  state_->choose_paths(std::move(selection));
}

LogJob::~LogJob() = default;

std::span<const std::string> LogJob::paths() const noexcept { return state_->paths; }

std::span<const std::string> LogJob::invalid_paths() const noexcept {
  return state_->invalid_paths;
}

bool LogJob::copies_blocks() const noexcept { return state_->copies_blocks(); }

Begun LogJob::begin(LogReader& reader, int fd) {
  const LogJobOptions& options = state_->options;
  const bool is_checked = options.target.format == LogFormat::blg || options.target.is_set();
  if (options.start == LogStart::append && !is_checked) {
    OPENPERFLIB_TRY(check_ends_before(options.target.name, state_->log_options().start_time_utc,
                                      state_->titles));
  }
  auto begun = copies_blocks() ? state_->begin_blocks(reader, fd) : state_->begin_rows(reader, fd);
  if (begun.has_value()) return {};
  return refused_job(LogJobFault::Kind::target, std::move(begun).error());
}

std::expected<ReadResult, SourceFault> LogJob::step() { return state_->conversion->step(); }

bool LogJob::is_target_at_fault() const noexcept { return state_->conversion->is_sink_at_fault(); }

void LogJob::stop() {
  if (state_->conversion.has_value()) (void)state_->conversion->flush();
  if (state_->rows != nullptr) (void)state_->rows->end();
  if (state_->blocks != nullptr) (void)state_->blocks->end();
}

const LogExtent& LogJob::written() const noexcept { return state_->conversion->written(); }

std::span<const std::string> LogJob::without_column() const noexcept {
  return state_->conversion->without_column();
}

}  // namespace openperflib
