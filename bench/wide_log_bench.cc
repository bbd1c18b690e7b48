// A log of processes that come and go, as CSV. Reference: the same with fewer columns.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::bench {
namespace {

constexpr std::uint32_t kCounters = 30;  // of a process
constexpr int kRecords = 20;

std::string process_name(std::uint32_t number) { return fmt::format("worker{}", number); }

// Each record has 300 processes, of which some are others in the next one.
class ChurningLog final : public LogReader {
 public:
  explicit ChurningLog(std::uint32_t others) : others_(others) {
    header_.format = LogFormat::recording;
    header_.content = LogContent::readings;
  }
  [[nodiscard]] const LogHeader& header() const noexcept override { return header_; }
  [[nodiscard]] const Catalog& catalog() const noexcept override { return catalog_; }
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override {
    if (record_ == kRecords) return ReadResult::end;
    fill_catalog(record_++ * others_);
    into.time_local = into.sample.time_utc = record_ * kTicksPerSecond;
    const auto number = static_cast<std::uint64_t>(record_);
    into.sample.counters.assign(catalog_.series().size(),
                                RawCounter{.first = number * 1'234'567,
                                           .second = number,
                                           .time_base = 1,
                                           .size = 8,
                                           .status = CStatus::valid_data});
    return ReadResult::reading;
  }
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override { return {}; }
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override { return 0; }
  [[nodiscard]] std::uint64_t position() const noexcept override { return 0; }
  [[nodiscard]] std::uint64_t size() const noexcept override { return 0; }
  [[nodiscard]] std::uint32_t columns() const noexcept {
    return (kProcesses + (kRecords - 1) * others_) * kCounters;
  }

 private:
  static constexpr std::uint32_t kProcesses = 300;
  void fill_catalog(std::uint32_t first) {
    if (others_ == 0 && !catalog_.series().empty()) return;
    catalog_.clear();
    for (std::uint32_t process = first; process < first + kProcesses; ++process) {
      const std::string name = process_name(process);
      for (std::uint32_t counter = 0; counter < kCounters; ++counter) {
        const std::string counter_name = fmt::format("Bytes {}/sec", counter);
        Series series;
        series.machine = "box";
        series.object = "Job";
        series.instance = name;
        series.counter = counter_name;
        series.type = CounterType(PERF_COUNTER_BULK_COUNT);
        catalog_.add(series);
      }
    }
  }

  std::uint32_t others_;
  std::uint32_t record_ = 0;
  LogHeader header_;
  Catalog catalog_;
};

LogSurvey survey_of(ChurningLog log) {
  LogSurvey survey;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) survey.add(log, record);
  return survey;
}

TextLogWriteOptions in_pieces() {
  TextLogWriteOptions options;
  options.flush = TextLogWriteOptions::Flush::in_pieces;
  return options;
}

// What perflib convert does of a log: a look at its series, then its rows.
void convert_to_csv(std::uint32_t others, int fd) {
  const LogSurvey survey = survey_of(ChurningLog(others));
  const auto selection = select_series(survey, {}, fixed_titles());
  ChurningLog log(others);
  Query query(fixed_titles());
  for (const std::string& path : selection->paths) (void)query.add(path);
  TextLogWriter writer(fd, "/dev/null", TextLogFormat::csv, {}, in_pieces());
  (void)begin_with_all(writer, survey, selection->paths, fixed_titles());
  LogConversion conversion(log, query, writer, {}, LogConversion::RecordBefore::left_out);
  while (conversion.step().value() == ReadResult::reading) {
  }
}

void wide_log_to_csv(benchmark::State& state, std::uint32_t others) {
  const UniqueFd fd(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  for (auto _ : state) convert_to_csv(others, fd.get());
  state.SetItemsProcessed(state.iterations() * kRecords * ChurningLog(others).columns());
}

BENCHMARK_CAPTURE(wide_log_to_csv, churn_130000_columns, 213)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wide_log_to_csv, churn_20000_columns, 20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openperflib::bench
