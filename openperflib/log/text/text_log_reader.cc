#include "openperflib/log/text/text_log_reader.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_date_internal.h"
#include "openperflib/log/text/text_log_encoding_internal.h"
#include "openperflib/log/text/text_log_fields_internal.h"
#include "openperflib/log/text/text_log_header_internal.h"
#include "openperflib/log/text/text_log_lines_internal.h"
#include "openperflib/log/text/text_log_row_internal.h"
#include "openperflib/log/time/local_clock.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Form = TextLogMark::Form;
using Outcome = std::expected<void, SourceFault>;

bool is_blank_line(std::string_view text) { return text.find_first_not_of(" \r") == text.npos; }

bool looks_like_header(std::string_view text) {
  text = text.substr(after_spaces(text, 0));
  if (text.starts_with('"')) text.remove_prefix(1);
  return text.starts_with("(P") || text.starts_with("(p");
}

std::uint64_t size_of_file(const ByteSource& file) {
  const auto facts = file.facts();
  return facts.has_value() ? facts->size : 0;
}

Series series_of_column(const TextLogColumn& column) {
  Series series;
  series.counter = column.text;
  if (!column.path.has_value()) return series;
  const CounterPath& path = *column.path;
  series.machine = path.machine;
  series.object = path.object;
  series.parent = path.parent;
  if (path.instance.has_value()) series.instance = *path.instance;
  series.instance_number = path.index;
  series.counter = path.counter;
  return series;
}

// Moves the texts out of the column's path, so that the texts of 100,000 columns are not stored
// twice.
LogEntry take_entry(TextLogColumn& column) {
  LogEntry entry;
  if (!column.path.has_value()) {
    entry.counter = column.text;
    return entry;
  }
  CounterPath path = *std::exchange(column.path, std::nullopt);
  entry.machine = std::move(path.machine);
  entry.object = std::move(path.object);
  if (!path.parent.empty()) entry.parent = std::move(path.parent);
  entry.instance = std::move(path.instance);
  entry.instance_number = path.index;
  entry.counter = std::move(path.counter);
  return entry;
}

}  // namespace

struct TextLogReader::State {
  State(ByteSource opened, std::string name, const TextLogOptions& given, LogReadings readings)
      : file(std::move(opened)),
        shown_name(std::move(name)),
        options(given),
        has_values(readings != LogReadings::left_out && readings != LogReadings::times),
        checks_values(readings == LogReadings::times),
        anomalies(shown_name),
        lines(file, 0, given.limits.line_bytes),
        size(size_of_file(file)) {}

  Outcome open();
  std::expected<ReadResult, SourceFault> read(LogRecord& into);
  // The row that was read last.
  [[nodiscard]] std::string_view row_text() const noexcept { return line.text; }

  ByteSource file;
  std::string shown_name;
  TextLogOptions options;
  bool has_values;     // of rows
  bool checks_values;  // without them
  LogAnomalies anomalies;
  TextLogLines lines;
  std::uint64_t size;
  LogHeader header;
  LocalClock clock;
  Catalog catalog;
  TextLogFirstLine first;
  DateOrderEvidence::Verdict dates;
  std::uint64_t spoken_lines = 0;

 private:
  [[nodiscard]] SourceFault system_fault(int errno_value) const {
    return {.errno_value = errno_value, .file = shown_name, .error = std::nullopt};
  }
  // Byte `byte` of `line`. Its place is looked for only where it will be kept: in UTF-16 that costs
  // the length of the line.
  [[nodiscard]] Error error_at(std::size_t byte, Errc code, TextLogField field,
                               std::uint64_t aux) const {
    const bool is_kept = anomalies.count() < LogReader::kMostAnomalies;
    return text_log_error(code, field, is_kept ? lines.place_of(line, byte) : line.offset,
                          static_cast<std::uint32_t>(aux));
  }
  // Something odd in `line` that costs nothing.
  void note(std::size_t byte, Errc code, TextLogField field, std::uint64_t aux = 0) {
    anomalies.note(error_at(byte, code, field, aux), line.number);
  }
  // Values of `line`, which is read all the same.
  void lose_values(std::size_t byte, Errc code, TextLogField field, std::uint64_t aux = 0) {
    anomalies.lose(error_at(byte, code, field, aux), {}, line.number);
  }
  // `line` is not read.
  void lose_line(std::size_t byte, Errc code, TextLogField field, std::uint64_t aux = 0) {
    anomalies.lose(error_at(byte, code, field, aux), {.bytes = line.bytes, .records = 1},
                   line.number);
  }
  [[nodiscard]] SourceFault fault_of_long_line() const {
    return anomalies.fault(error_at(0, Errc::over_limit, TextLogField::line, line.bytes),
                           line.number);
  }
  std::expected<bool, SourceFault> next_line();
  Outcome open_header();
  Outcome take_header();
  void note_header();
  void note_columns();
  Outcome settle_columns();
  void settle_caption();
  void settle_dates();
  [[nodiscard]] bool has_decimal_commas(std::size_t at) const;
  Outcome take_header_again();
  bool read_row(LogRecord& into);
  std::optional<FileTime> read_time(const TextCells& cells, const TextCell& cell);
  void read_values(std::size_t at, std::vector<Value>& values);
  void judge_row(const TextRow& row, std::vector<Value>& values);
  void note_loss(const TextRow& row);
  void take_comment(const TextRow& row);

  TextLine line;
  bool has_line = false;  // `line` was looked at and is still to be read
  bool has_caption = false;
  bool told_comma = false;
  bool has_dates = false;   // looked for once: a file of headers must not be read once for each
  std::string header_text;  // as stored
  std::optional<SourceFault> too_long;  // the first line that was, before there is a header
  TextRowStyle style;
  std::string comment;  // on the row that was read last
};

// The next line that is not blank; false at the end of the file.
std::expected<bool, SourceFault> TextLogReader::State::next_line() {
  if (std::exchange(has_line, false)) return true;
  for (;;) {
    const auto found = lines.next(line);
    if (!found.has_value()) return std::unexpected(system_fault(found.error()));
    if (!*found) return false;
    if (line.is_too_long) {
      if (header_text.empty() && !too_long.has_value()) too_long = fault_of_long_line();
      lose_line(0, Errc::over_limit, TextLogField::line, line.bytes);
    } else if (!is_blank_line(line.text)) {
      return true;
    }
  }
}

// Where no header follows a line that is too long, that line was the header.
Outcome TextLogReader::State::open() {
  const auto beginning = lines.beginning();
  if (!beginning.has_value()) return std::unexpected(system_fault(beginning.error()));
  const auto encoding = encoding_by_beginning(*beginning);
  first.encoding = encoding.value_or(TextLogEncoding{.how = TextLogEncoding::How::unknown});
  if (encoding.has_value()) lines.set_encoding(*encoding);
  auto opened = open_header();
  const bool is_hidden = !opened.has_value() && opened.error().error.has_value() && too_long;
  return is_hidden ? std::unexpected(*too_long) : opened;
}

Outcome TextLogReader::State::open_header() {
  auto found = next_line();
  if (found.value_or(false) && is_separator_line(line.text)) found = next_line();
  if (!found.has_value()) return std::unexpected(found.error());
  if (!*found) {
    return std::unexpected(
        anomalies.fault(text_log_error(Errc::missing, TextLogField::first_cell, 0), line.number));
  }
  return take_header();
}

// Takes `line` as the header, and checks the first row after it.
Outcome TextLogReader::State::take_header() {
  const auto encoding = first.encoding.how == TextLogEncoding::How::unknown
                            ? std::nullopt
                            : std::optional(first.encoding);
  auto parsed = parse_text_log_header(line.text, encoding, options);
  if (!parsed.has_value()) {
    Error error = parsed.error();
    error.offset = lines.place_of(line, error.offset);
    return std::unexpected(anomalies.fault(error, line.number));
  }
  first = *std::move(parsed);
  header_text = line.text;
  style = {.separator = first.separator, .minus_one_is_missing = first.mark.form == Form::short_};
  header.format = first.mark.format == TextLogFormat::csv ? LogFormat::csv : LogFormat::tsv;
  header.zone_name = first.mark.zone_name;
  header.bias_minutes = first.mark.bias.has_value() ? first.mark.bias : options.bias_minutes;
  note_header();
  note_columns();
  return settle_columns();
}

void TextLogReader::State::note_header() {
  const TextLogEncoding& encoding = first.encoding;
  if (encoding.how == TextLogEncoding::How::detected ||
      encoding.how == TextLogEncoding::How::unknown) {
    note(0, Errc::wrong_value, TextLogField::code_page,
         encoding.how == TextLogEncoding::How::detected ? encoding.code_page : 0);
    if (const auto others = other_code_pages(header_text, encoding); others != 0) {
      note(0, Errc::wrong_value, TextLogField::other_code_pages, others);
    }
  }
  if (first.mark.form == Form::cut) {
    note(0, Errc::truncated, TextLogField::zone);
  }
  if (!header.bias_minutes.has_value()) {
    note(0, Errc::missing, TextLogField::bias);
  }
  if (first.has_one_backslash) note(0, Errc::syntax, TextLogField::one_backslash);
  if (first.is_cut) lose_values(0, Errc::truncated, TextLogField::column);
}

// Reports columns that are not paths, except the last one, which may be a caption; and duplicates.
void TextLogReader::State::note_columns() {
  std::unordered_map<std::size_t, std::size_t> seen;  // hash of a text to the first column of it
  for (std::size_t i = 0; i < first.columns.size(); ++i) {
    const TextLogColumn& column = first.columns[i];
    if (!column.path.has_value() && i + 1 != first.columns.size()) {
      note(column.offset, Errc::syntax, TextLogField::column);
    }
    const auto [earlier, is_new] = seen.emplace(std::hash<std::string>()(folded(column.text)), i);
    if (!is_new && equal_ignoring_case(first.columns[earlier->second].text, column.text)) {
      note(column.offset, Errc::disagrees, TextLogField::column_again, i + 1);
    }
  }
}

Outcome TextLogReader::State::settle_columns() {
  const std::uint64_t header_number = line.number;
  const bool ends_without_path = !first.columns.empty() && !first.columns.back().path.has_value();
  const std::uint64_t last_column =
      ends_without_path ? lines.place_of(line, first.columns.back().offset) : 0;
  const auto found = next_line();
  if (!found.has_value()) return std::unexpected(found.error());
  has_line = *found;
  header.caption.clear();
  has_caption = false;
  if (ends_without_path) settle_caption();
  catalog.clear();
  header.entries.clear();
  header.entries.reserve(first.columns.size());
  for (TextLogColumn& column : first.columns) {
    catalog.add(series_of_column(column));
    header.entries.push_back(take_entry(column));
  }
  if (ends_without_path && !has_caption) {
    anomalies.note(text_log_error(Errc::syntax, TextLogField::column, last_column), header_number);
  }
  if (has_line && !std::exchange(has_dates, true)) settle_dates();
  clock = LocalClock(header.zone_name, header.bias_minutes, dates.interval);
  return {};
}

// A last cell that is not a path is the user's caption, unless the first row has a number there.
void TextLogReader::State::settle_caption() {
  if (has_line) {
    std::vector<Value> values(first.columns.size());
    TextCells cells(line.text, style.separator);
    TextCell time;
    if (cells.next(time)) {
      (void)parse_text_row(line.text, time.end, line.has_end, style, values);
    }
    if (values.back().usable()) return;
  }
  has_caption = true;
  header.caption = first.columns.back().text;
  first.columns.pop_back();
}

// Whether the first row has numbers with a decimal comma, after a date that ends at `at`: then a
// semicolon or a TAB separates them.
bool TextLogReader::State::has_decimal_commas(std::size_t at) const {
  std::vector<Value> values(first.columns.size());
  return parse_text_row(line.text, at, line.has_end, style, values).decimal_commas != 0;
}

void TextLogReader::State::settle_dates() {
  TextCells cells(line.text, style.separator);
  TextCell cell;
  if (!cells.next(cell) || !cell.is_closed) return;
  const auto date = parse_text_date(cell.text);
  if (!date.has_value()) return;
  dates = order_of_dates(*date, {.file = file,
                                 .encoding = first.encoding,
                                 .separator = style.separator,
                                 .begin = line.offset,
                                 .end = size,
                                 .most_line_bytes = options.limits.line_bytes,
                                 .has_decimal_commas = has_decimal_commas(cell.end),
                                 .asked = options.date_order});
  if (options.date_order.has_value() || first.mark.is_sheet) return;
  if (dates.is_open) {
    note(0, Errc::disagrees, TextLogField::date_order,
         static_cast<std::size_t>(dates.order) * 10'000 + date->first * 100U + date->second);
    return;
  }
  if (date->as_windows && dates.order == DateOrder::month_day_year) return;
  note(0, Errc::wrong_value, TextLogField::date_order, static_cast<std::size_t>(dates.order));
}

// A header in the middle: of the same columns, or of others from here on.
Outcome TextLogReader::State::take_header_again() {
  note(0, Errc::disagrees, TextLogField::header_again);
  if (line.text == header_text) return {};
  const auto before = std::exchange(first, TextLogFirstLine{.encoding = first.encoding});
  const TextLine header_line = line;
  auto taken = take_header();
  if (taken.has_value() || !taken.error().error.has_value()) return taken;
  anomalies.lose(*taken.error().error, {.bytes = header_line.bytes}, header_line.number);
  first = before;
  return {};
}

std::expected<ReadResult, SourceFault> TextLogReader::State::read(LogRecord& into) {
  for (;;) {
    const auto found = next_line();
    if (!found.has_value()) return std::unexpected(found.error());
    if (!*found) return ReadResult::end;
    if (looks_like_header(line.text)) {
      auto taken = take_header_again();
      if (!taken.has_value()) return std::unexpected(std::move(taken).error());
    } else if (style.minus_one_is_missing && !line.text.starts_with('"')) {
      ++spoken_lines;
    } else if (read_row(into)) {
      return ReadResult::reading;
    }
  }
}

std::optional<FileTime> TextLogReader::State::read_time(const TextCells& cells,
                                                        const TextCell& cell) {
  const bool is_last = !line.has_end && cells.at() == line.text.size();
  const bool is_cut = is_last && (!cell.is_quoted || !cell.is_closed);
  const auto date = parse_text_date(cell.text);
  const auto time = date.has_value() ? file_time_of(*date, dates.order) : std::nullopt;
  if (time.has_value() && cell.is_closed && !is_cut) return time;
  if (is_cut) {
    lose_line(0, Errc::truncated, TextLogField::last_row);
  } else if (!date.has_value() && is_time_without_date(cell.text)) {
    lose_line(0, Errc::missing, TextLogField::time_without_date);
  } else {
    lose_line(0, date.has_value() ? Errc::out_of_range : Errc::not_a_number, TextLogField::time);
  }
  return std::nullopt;
}

bool TextLogReader::State::read_row(LogRecord& into) {
  TextCells cells(line.text, style.separator);
  TextCell cell;
  (void)cells.next(cell);  // the line is not blank
  const auto time = read_time(cells, cell);
  if (!time.has_value()) return false;
  into.time_local = *time;
  into.offset = line.offset;
  into.row.time_utc = clock.to_utc(*time);
  if (!clock.is_certain()) note(0, Errc::out_of_range, TextLogField::clock);
  into.sample.time_utc = into.row.time_utc;
  into.sample.counters.clear();
  into.blocks.clear();
  into.row.values.resize(has_values ? first.columns.size() : 0);
  if (has_values || checks_values) read_values(cell.end, into.row.values);
  into.comment = comment;
  return true;
}

// Reads the cells of the row after its time, which ends at `at`.
void TextLogReader::State::read_values(std::size_t at, std::vector<Value>& values) {
  const TextRow row =
      has_values ? parse_text_row(line.text, at, line.has_end, style, values)
                 : check_text_row(line.text, at, line.has_end, style, first.columns.size());
  judge_row(row, values);
  take_comment(row);
}

// The row has the cells of the header, and perhaps one more: a comment.
void TextLogReader::State::take_comment(const TextRow& row) {
  comment.clear();
  if (!has_caption || row.surplus != 1) return;
  TextCells cells(line.text, style.separator);
  cells.set_at(row.first_surplus);
  TextCell cell;
  if (cells.next(cell)) comment = decoded(unquoted(cell), first.encoding);
}

// Validates a row. If it has more cells than columns, its values cannot be assigned and are
// dropped.
void TextLogReader::State::judge_row(const TextRow& row, std::vector<Value>& values) {
  if (row.minus_ones != 0) {
    note(row.first_minus_one, Errc::missing, TextLogField::minus_one);
  }
  if (row.decimal_commas != 0 && !std::exchange(told_comma, true)) {
    note(row.first_comma, Errc::syntax, TextLogField::decimal_comma);
  }
  if (row.surplus > (has_caption ? 1U : 0U)) {
    std::ranges::fill(values, Value::unusable(CStatus::invalid_data));
    lose_values(0, Errc::disagrees, TextLogField::row, row.cells);
    return;
  }
  note_loss(row);
}

void TextLogReader::State::note_loss(const TextRow& row) {
  if (row.is_broken) {
    lose_values(row.broken_at, Errc::syntax, TextLogField::row);
  } else if (row.is_cut || (!line.has_end && row.cells < first.columns.size())) {
    lose_values(0, Errc::truncated, TextLogField::last_row);
  } else if (row.cells < first.columns.size()) {
    lose_values(0, Errc::disagrees, TextLogField::row, row.cells);
  } else if (row.damaged != 0) {
    lose_values(row.first_damaged, Errc::not_a_number, TextLogField::value);
  } else if (!line.has_end) {
    note(0, Errc::truncated, TextLogField::last_row);
  }
}

TextLogReader::TextLogReader(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
TextLogReader::~TextLogReader() = default;

std::expected<std::unique_ptr<TextLogReader>, SourceFault> TextLogReader::open(
    ByteSource file, std::string shown_name, const TextLogOptions& options, LogReadings readings) {
  auto state = std::make_unique<State>(std::move(file), std::move(shown_name), options, readings);
  auto opened = state->open();
  if (!opened.has_value()) return std::unexpected(std::move(opened).error());
  return std::unique_ptr<TextLogReader>(new TextLogReader(std::move(state)));
}

const LogHeader& TextLogReader::header() const noexcept { return state_->header; }
const Catalog& TextLogReader::catalog() const noexcept { return state_->catalog; }
std::expected<ReadResult, SourceFault> TextLogReader::read(LogRecord& into) {
  return state_->read(into);
}
Bytes TextLogReader::stored_record() const noexcept {
  return std::as_bytes(std::span(state_->row_text()));
}
std::span<const LogAnomaly> TextLogReader::anomalies() const noexcept {
  return state_->anomalies.items();
}
std::uint64_t TextLogReader::anomaly_count() const noexcept { return state_->anomalies.count(); }
std::uint64_t TextLogReader::position() const noexcept { return state_->lines.position(); }
std::uint64_t TextLogReader::size() const noexcept { return state_->size; }
const TextLogEncoding& TextLogReader::encoding() const noexcept { return state_->first.encoding; }
DateOrder TextLogReader::date_order() const noexcept { return state_->dates.order; }
std::string_view TextLogReader::column_text(std::size_t series) const noexcept {
  return series < state_->first.columns.size() ? state_->first.columns[series].text
                                               : std::string_view();
}
std::uint64_t TextLogReader::spoken_lines() const noexcept { return state_->spoken_lines; }

}  // namespace openperflib
