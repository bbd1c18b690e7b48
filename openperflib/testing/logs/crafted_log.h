// Logs made by tests: each column is a function of the sample's number.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/analysis/analysis.h"
#include "openperflib/analysis/rule_file.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

inline constexpr FileTime kStart = 132'000'000'000'000'000;
inline constexpr FileTime kMinute = 60 * kTicksPerSecond;
inline constexpr double kMB = 1048576;

// One series of a crafted log: its name, its type, and its value (or reading) at sample i; NaN:
// none.
struct Column {
  std::string object;
  std::optional<std::string> instance;
  std::string counter;
  std::function<double(std::size_t)> number;
  std::uint32_t type = PERF_COUNTER_LARGE_RAWCOUNT;
  std::uint32_t number_of_name = 0;  // the n of #n
  std::string machine = "M";
  std::string parent = {};
};

// A log in memory with values, like text logs, or readings; one sample per minute unless `time` is
// given.
struct Log {
  std::vector<Column> columns;
  std::size_t samples = 0;
  std::function<FileTime(std::size_t)> time = [](std::size_t i) {
    return kStart + static_cast<FileTime>(i) * kMinute;
  };
  bool holds_readings = false;

  // The series of the columns, in their order.
  [[nodiscard]] Catalog catalog() const {
    Catalog catalog;
    catalog.clear();
    for (const Column& column : columns) {
      Series series;
      series.machine = column.machine;
      series.object = column.object;
      if (column.instance.has_value()) series.instance = *column.instance;
      series.parent = column.parent;
      series.instance_number = column.number_of_name;
      series.counter = column.counter;
      series.type = CounterType(column.type);
      series.size = column.type == PERF_COUNTER_COUNTER ? 4 : 8;
      catalog.add(series);
    }
    return catalog;
  }

  // Sets sample i: the readings with time stamps since kStart, and the same numbers as values.
  void fill(std::size_t i, Sample& sample, Row& row) const {
    sample = {};
    row.values.clear();
    for (const Column& column : columns) {
      const double number = column.number(i);
      const bool is_there = !std::isnan(number);
      const CStatus status = is_there ? CStatus::valid_data : CStatus::no_data;
      row.values.push_back({.number = number, .status = status});
      sample.counters.push_back(
          {.first = is_there ? static_cast<std::uint64_t>(number) : 0,
           .second = static_cast<std::uint64_t>(time(i) - kStart),
           .time_base = kTicksPerSecond,
           .multi = 1,
           .size = static_cast<std::uint8_t>(column.type == PERF_COUNTER_COUNTER ? 4 : 8),
           .status = status});
    }
    sample.time_utc = row.time_utc = time(i);
  }
};

// Returns the built-in rules.
inline const std::vector<Rule>& rules() {
  static const std::vector<Rule> kRules = read_rules(built_in_rules()).value();
  return kRules;
}

// All three passes.
inline AnalysisResult analysed(const Log& log, std::span<const Rule> with = rules()) {
  const Catalog catalog = log.catalog();
  RecordSurvey survey;
  FactFinder facts(fixed_titles());
  CounterPresence counters(with, fixed_titles());
  Sample sample;
  Row row;
  const Row* const values = log.holds_readings ? nullptr : &row;
  const auto each_record = [&](const auto& take) {
    for (std::size_t i = 0; i < log.samples; ++i) {
      log.fill(i, sample, row);
      take(log.time(i));
    }
  };
  each_record([&](FileTime time) {
    counters.add(catalog);
    survey.add(time, {catalog, sample, values});
    facts.add(catalog, {catalog, sample, values});
  });
  const LogShape shape = survey.result();
  const std::vector<Facts> known = facts.result();
  const AnalysisInput input{with, counters, shape, known};
  Analysis analysis(input, fixed_titles());
  each_record([&](FileTime time) { analysis.add(time, {catalog, sample, values}); });
  AnalysisResult result = analysis.result();
  FindingDetails details(input, result, fixed_titles());
  each_record([&](FileTime time) { details.add(time, {catalog, sample, values}); });
  details.finish();
  return result;
}

// "cpu.busy warning", "mem.leak(store) critical", "cpu.busy spike": everything that fired, in the
// order of the rules.
inline std::vector<std::string> fired(const AnalysisResult& result) {
  std::vector<std::string> all;
  for (const RuleOutcome& outcome : result.outcomes) {
    for (const Finding& one : outcome.findings) {
      const std::string instance = one.instance.empty() ? "" : "(" + one.instance + ")";
      all.push_back(fmt::format("{}{} {}", rules()[outcome.rule].id, instance,
                                one.is_spike ? "spike" : name_of(one.severity)));
    }
  }
  return all;
}

// "few_samples 12": the notes on the quality of the data, in their order.
inline std::vector<std::string> noted(const AnalysisResult& result) {
  std::vector<std::string> all;
  for (const QualityNote& note : result.quality)
    all.push_back(fmt::format("{} {}", note.id, note.count));
  return all;
}

// Fails the test if no rule has that id, and returns the first outcome.
inline const RuleOutcome& outcome_of(const AnalysisResult& result, std::string_view id) {
  for (const RuleOutcome& outcome : result.outcomes) {
    if (rules()[outcome.rule].id == id) return outcome;
  }
  ADD_FAILURE() << id;
  return result.outcomes.front();
}

using Strings = std::vector<std::string>;  // for expectations

// % Processor Time; its numbers are percentages, not times.
inline Column processor(std::function<double(std::size_t)> number,
                        std::string instance = "_Total") {
  return {"Processor", std::move(instance), "% Processor Time", std::move(number)};
}

}  // namespace openperflib
