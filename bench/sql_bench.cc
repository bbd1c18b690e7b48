// Rows of CounterData into a database: sql_bench HOW NAME ROWS, HOW is
//   writer      SqlLogWriter, in batches, as relog writes
//   prepared    the floor: one prepared INSERT a row, all in one transaction, through the same
//   driver autocommit  the same, a transaction a row
// prints rows a second. sql_rows.py makes the databases and calls it.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/sql/odbc_statement_internal.h"
#include "openperflib/log/sql/sql_log_database_internal.h"
#include "openperflib/log/sql/sql_log_writer.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::bench {
namespace {

using Outcome = std::expected<void, SourceFault>;
using Kind = OdbcStatement::Kind;

constexpr std::size_t kCounters = 500;
constexpr FileTime kBegin = 134'082'117'351'230'000;  // 2025-11-21 15:15:35.123 UTC
constexpr const char* kTime = "2025-11-21 15:15:35.123";

void fill(Sample& sample, std::uint64_t record) {
  sample.time_utc = kBegin + static_cast<FileTime>(record) * kTicksPerSecond;
  sample.counters.resize(kCounters);
  for (std::size_t i = 0; i < kCounters; ++i) {
    sample.counters[i] = {.first = record * (7919 + i) + (i << 33),
                          .second = static_cast<std::uint64_t>(sample.time_utc),
                          .time_base = 10'000'000,
                          .multi = 0,
                          .size = 8,
                          .status = CStatus::valid_data};
  }
}

void fill(Catalog& catalog, std::vector<std::string>& names) {
  for (std::size_t i = 0; i < kCounters; ++i) names.push_back(fmt::format("instance {}", i));
  catalog.clear();
  for (const std::string& name : names) {
    Series series;
    series.machine = "BENCH";
    series.object = "Process";
    series.counter = "IO Read Bytes/sec";
    series.instance = name;
    series.type = CounterType(PERF_COUNTER_BULK_COUNT);
    catalog.add(series);
  }
}

Outcome write_log(const SqlLogName& name, std::uint64_t rows) {
  auto writer = SqlLogWriter::open(name, {.content = LogContent::readings,
                                          .zone = {},
                                          .flush = SqlLogWriteOptions::Flush::in_batches});
  if (!writer.has_value()) return std::unexpected(writer.error());
  Catalog catalog;
  std::vector<std::string> names;
  fill(catalog, names);
  Query query(fixed_titles());
  (void)query.add("\\*(*)\\*");
  Sample sample;
  std::vector<std::size_t> shown(kCounters);
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  for (std::uint64_t record = 0; record * kCounters < rows; ++record) {
    fill(sample, record);
    query.take({catalog, sample});
    if (record == 0) {
      if (auto begun = (*writer)->begin(query.binding(), shown); !begun.has_value()) return begun;
    }
    if (auto wrote = (*writer)->write(query.newer(), query.row()); !wrote.has_value()) return wrote;
  }
  return (*writer)->end();
}

enum class Commit { at_the_end, each_row };

Outcome insert_rows(const SqlLogName& name, std::uint64_t rows, Commit commit) {
  constexpr std::array kKinds = {Kind::ascii,   Kind::integer, Kind::integer, Kind::ascii,
                                 Kind::real,    Kind::integer, Kind::integer, Kind::integer,
                                 Kind::integer, Kind::integer};
  auto database = SqlLogDatabase::make(name);
  if (!database.has_value()) return std::unexpected(database.error());
  auto insert = OdbcStatement::make(database->connection());
  if (!insert.has_value()) return std::unexpected(insert.error());
  auto done =
      insert->prepare("INSERT INTO CounterData VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", kKinds);
  insert->set(0, std::string_view("84c9b5fa-8231-45ce-87a3-3814569c135f"));
  insert->set(3, std::string_view(kTime));
  for (std::uint64_t row = 0; row < rows && done.has_value(); ++row) {
    const auto record = static_cast<std::int32_t>(row / kCounters);
    insert->set(1, static_cast<std::int32_t>(row % kCounters));
    insert->set(2, record);
    insert->set(4, static_cast<double>(row) / 3);
    for (std::size_t i = 5; i < kKinds.size(); ++i)
      insert->set(i, record * 7919 + static_cast<int>(i));
    done = insert->execute();
    if (done.has_value() && commit == Commit::each_row) done = database->connection().commit();
  }
  return done.has_value() ? database->connection().commit() : done;
}

int run(std::string_view how, const SqlLogName& name, std::uint64_t rows) {
  const auto begin = std::chrono::steady_clock::now();
  const Outcome done = how == "writer"     ? write_log(name, rows)
                       : how == "prepared" ? insert_rows(name, rows, Commit::at_the_end)
                                           : insert_rows(name, rows, Commit::each_row);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (!done.has_value()) {
    fmt::print(stderr, "sql_bench: {}\n", describe(done.error()));
    return 1;
  }
  fmt::print("{}\n", static_cast<double>(rows) / took.count());
  return 0;
}

}  // namespace
}  // namespace openperflib::bench

int main(int argc, char** argv) {
  using namespace openperflib;
  const auto name = argc == 4 ? SqlLogName::parse(argv[2]) : std::unexpected(std::string());
  std::uint64_t rows = 0;
  if (argc == 4) std::from_chars(argv[3], argv[3] + std::string_view(argv[3]).size(), rows);
  if (!name.has_value() || rows == 0) {
    std::fputs("usage: sql_bench writer|prepared|autocommit SQL:DATABASE!SET ROWS\n", stderr);
    return 2;
  }
  return bench::run(argv[1], *name, rows);
}
