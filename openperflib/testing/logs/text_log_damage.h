// Damage for tests of text logs: a log, its rows by their place, and what must survive.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "openperflib/testing/logs/text_log_example.h"

namespace openperflib::text_damage {

// A byte range of a file.
struct Range {
  std::size_t begin;
  std::size_t end;
  // Whether the two have a byte in common.
  [[nodiscard]] bool touches(const Range& other) const {
    return begin < other.end && other.begin < end;
  }
};

// Checks what holds for every log, however damaged; returns the number of rows reported as lost.
inline std::uint64_t expect_sane(const ReadLog& log, std::size_t size) {
  if (log.reader == nullptr) {
    EXPECT_TRUE(log.fault.error.has_value());
    return 0;
  }
  for (const LogRecord& record : log.records) {
    EXPECT_LT(record.offset, size);
    for (const Value& value : record.row.values) {
      EXPECT_TRUE(value.usable() == std::isfinite(value.number));
    }
  }
  std::uint64_t lost = 0;
  for (const LogAnomaly& anomaly : log.reader->anomalies()) {
    EXPECT_LE(anomaly.what.error->offset, size);
    EXPECT_LE(anomaly.skipped_bytes, size);
    lost += anomaly.skipped_records;
  }
  EXPECT_EQ(log.reader->position(), size);
  return lost;
}

// An intact log with one line per row.
struct Reference {
  // Reads the log, which must be readable and have a row. `unit_bytes`: 2 for UTF-16.
  explicit Reference(std::string file, std::size_t unit_bytes = 1)
      : bytes(std::move(file)), unit(unit_bytes) {
    const ReadLog log = read_log(bytes);
    for (const LogRecord& record : log.records) rows[record.offset] = record;
    header = log.records.front().offset;
  }

  // Reads a copy of the log that differs only in `damage`, with the same length: other rows must be
  // read as before, and what is missing must be reported with its line.
  void expect_sound(std::string_view damaged, const Range& damage) const {
    const ReadLog log = read_log(damaged);
    const std::uint64_t lost = expect_sane(log, damaged.size());
    if (log.reader == nullptr) {
      EXPECT_LT(damage.begin, header);
      return;
    }
    std::map<std::uint64_t, const LogRecord*> found;
    for (const LogRecord& record : log.records) found[record.offset] = &record;
    if (damage.begin < header) return;
    std::size_t missing = 0;
    for (const auto& [offset, row] : rows) {
      const auto one = found.find(offset);
      missing += one == found.end() && offset < damaged.size() ? 1U : 0U;
      if (!is_hit(offset, damage)) expect_same(one == found.end() ? nullptr : one->second, row);
    }
    EXPECT_GE(log.reader->anomaly_count(), missing == 0 ? 0U : 1U);
    const bool is_split = damaged.substr(damage.begin, 1) == "\n";  // one line is two
    EXPECT_LE(lost, hits(damage) + (is_split ? 1 : 0));
  }

  std::string bytes;
  std::size_t unit;                         // bytes of a letter of ASCII
  std::map<std::uint64_t, LogRecord> rows;  // by their offset
  std::size_t header = 0;                   // its length

 private:
  // Compares time, statuses and usable values; a row that was not found fails.
  static void expect_same(const LogRecord* found, const LogRecord& row) {
    ASSERT_NE(found, nullptr) << "row at " << row.offset;
    EXPECT_EQ(found->time_local, row.time_local);
    ASSERT_EQ(found->row.values.size(), row.row.values.size());
    for (std::size_t i = 0; i < row.row.values.size(); ++i) {
      EXPECT_EQ(found->row.values[i].status, row.row.values[i].status);
      if (row.row.values[i].usable()) {
        EXPECT_EQ(found->row.values[i].number, row.row.values[i].number);
      }
    }
  }
  // Whether the damage hits its line, or the end of the line before it.
  [[nodiscard]] bool is_hit(std::uint64_t offset, const Range& damage) const {
    const auto next = rows.upper_bound(offset);
    const std::size_t end = next == rows.end() ? bytes.size() : next->first;
    return Range{offset - 2 * unit, end}.touches(damage);
  }
  // How many rows the damage touches.
  [[nodiscard]] std::size_t hits(const Range& damage) const {
    std::size_t count = 0;
    for (const auto& row : rows) count += is_hit(row.first, damage) ? 1U : 0U;
    return count;
  }
};

}  // namespace openperflib::text_damage
