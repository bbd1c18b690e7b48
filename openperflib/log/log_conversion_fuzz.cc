// Any bytes as a binary log, converted as by the tools: the output of each writer is read by its
// reader, and has every record and every value that was written.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ranges>
#include <utility>

#include "openperflib/log/copied_header.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/logs/text_log_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using blg_written::LogFile;

void require(bool condition) {
  if (!condition) std::abort();
}

std::unique_ptr<BlgReader> open(Bytes log) {
  auto reader = BlgReader::open(file_of(log), "fuzz", fixed_titles());
  return reader.has_value() ? *std::move(reader) : nullptr;
}

// Text logs have realistic years.
const LogTarget kTarget{.format = LogFormat::blg, .name = "fuzz"};
constexpr FileTime kFirst = 116'444'736'000'000'000;  // 1970
constexpr FileTime kLast = 253'370'764'800'000'000;   // 2403

struct Survey {
  LogSurvey series;
  bool has_plain_times = true;
};

Survey survey_of(Bytes log) {
  Survey survey;
  const auto reader = open(log);
  LogRecord record;
  while (reader->read(record).value() == ReadResult::reading) {
    survey.series.add(*reader, record);
    if (record.time_local < kFirst || record.time_local > kLast) survey.has_plain_times = false;
  }
  return survey;
}

// Passes everything on, and counts the values of each row.
class CountingSink final : public RowSink {
 public:
  explicit CountingSink(RowSink& to) : to_(to) {}
  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override {
    has_series = has_series || !shown.empty();
    return to_.begin(binding, shown);
  }
  std::expected<void, SourceFault> write(const Sample& sample, const Row& row) override {
    values.push_back(std::ranges::count_if(row.values, &Value::usable));
    if (!has_series) ++without_series;
    return to_.write(sample, row);
  }
  std::expected<void, SourceFault> end() override { return to_.end(); }

  std::vector<std::ptrdiff_t> values;
  bool has_series = false;
  std::size_t without_series = 0;  // rows before the first one with series

 private:
  RowSink& to_;
};

// What a sink received: the number of usable values of each record.
struct Converted {
  std::vector<std::ptrdiff_t> values;
  std::size_t with_series = 0;  // records from the first one on that had a series
};

Converted convert(Bytes log, const std::vector<std::string>& paths, RowSink& sink) {
  const auto reader = open(log);
  Query query(fixed_titles());
  for (const std::string& path : paths) (void)query.add(path);
  CountingSink counting(sink);
  LogConversion conversion(*reader, query, counting, {}, LogConversion::RecordBefore::left_out);
  while (conversion.step().value() == ReadResult::reading) {
  }
  require(conversion.written().records == counting.values.size());
  const std::size_t with_series = counting.values.size() - counting.without_series;
  return {std::move(counting.values), with_series};
}

// The paths of all series that have one: in a damaged catalog names may be anything.
std::vector<std::string> paths_of(const Survey& survey) {
  const auto selection = select_series(survey.series, {}, fixed_titles());
  if (!selection.has_value()) return {};
  std::vector<std::string> paths(selection->paths.begin(), selection->paths.end());
  std::erase_if(paths,
                [](const std::string& path) { return !PathPattern::parse(path).has_value(); });
  return paths;
}

// Like the tools, which do not convert a log without a series.
void to_counters(Bytes log, const LogHeader& header) {
  const Survey survey = survey_of(log);
  const auto found = paths_of(survey);
  if (found.empty()) return;
  const LogFile file;
  const auto paths = copied_paths(header, survey.series, found, fixed_titles());
  CreateLogOptions options = copied_options(header, kFirst);
  options.paths = paths;
  const auto writer = create_log(kTarget, file.fd(), std::move(options)).value();
  const Converted converted = convert(log, paths, *writer);
  if (converted.with_series == 0) return;
  const auto again = open(file.bytes());
  require(again != nullptr);
  std::size_t records = 0;
  LogRecord record;
  while (again->read(record).value() == ReadResult::reading) ++records;
  require(records == converted.with_series);
  require(std::ranges::none_of(again->anomalies(), &LogAnomaly::is_loss));
}

void to_text(Bytes log, const LogHeader& header, TextLogFormat format) {
  const Survey survey = survey_of(log);
  const auto paths = paths_of(survey);
  if (!survey.has_plain_times || paths.empty()) return;
  const LogFile file;
  TextLogWriter writer(file.fd(), "fuzz", format, zone_of(header));
  require(begin_with_all(writer, survey.series, paths, fixed_titles()).has_value());
  const auto values = convert(log, paths, writer).values;
  const auto bytes = file.bytes();
  const ReadLog again = openperflib::read_log(as_text(bytes));
  require(again.reader != nullptr && again.records.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    require(std::ranges::count_if(again.records[i].row.values, &Value::usable) <= values[i]);
  }
}

void to_objects(Bytes log) {
  const auto reader = open(log);
  if (!holds_objects(reader->header())) return;
  const std::size_t objects = reader->header().entries.size();
  const LogFile file;
  const auto sink = create_block_log(kTarget, file.fd(), copied_options(reader->header(), kFirst),
                                     contents_of(*reader), fixed_titles())
                        .value();
  LogConversion copy(*reader, *sink, std::nullopt, {}, LogConversion::RecordBefore::left_out);
  while (copy.step().value() == ReadResult::reading) {
  }
  if (copy.written().records == 0) return;
  const auto before = open(log);
  const auto after = open(file.bytes());
  require(after != nullptr);
  LogRecord one;
  LogRecord other;
  while (before->read(one).value() == ReadResult::reading) {
    require(after->read(other).value() == ReadResult::reading);
    // An object without a block in a record may have an empty one or none; objects of a later,
    // other catalog are not in the copy.
    constexpr auto kThere = std::views::filter([](Bytes block) { return !block.empty(); });
    auto copied = one.blocks | std::views::take(static_cast<std::ptrdiff_t>(objects)) | kThere;
    require(std::ranges::equal(copied, other.blocks | kThere,
                               [](Bytes a, Bytes b) { return std::ranges::equal(a, b); }));
  }
  require(after->read(other).value() == ReadResult::end);
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const Bytes bytes = std::as_bytes(std::span(data, size));
  const auto reader = open(bytes);
  if (reader == nullptr) return 0;
  const LogHeader header = reader->header();
  to_counters(bytes, header);
  to_text(bytes, header, TextLogFormat::csv);
  to_text(bytes, header, TextLogFormat::tsv);
  to_objects(bytes);
  return 0;
}
