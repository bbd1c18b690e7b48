// Damage for tests: a log, all its samples, and what must survive.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/seeded.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::blg_damage {

using blg_example::Block;
using openperflib::Seeded;

// How a byte is damaged: 0x00, 0xFF, or all of its bits inverted.
enum class Change : std::uint8_t { zero, ones, flipped };
inline constexpr std::array kChanges = {Change::zero, Change::ones, Change::flipped};
inline constexpr std::array<std::uint32_t, 16> kEdges = {
    0,  1,  2,           7,           8,           24,          40,          48,
    72, 88, 0x0001'0000, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFF8, 0xFFFF'FFFE, 0xFFFF'FFFF};

// The bytes with the one at `at` damaged; a change may leave it as it was.
inline Block with_byte(Block bytes, std::size_t at, Change change) {
  if (change == Change::zero) bytes[at] = std::byte{0};
  if (change == Change::ones) bytes[at] = std::byte{0xFF};
  if (change == Change::flipped) bytes[at] ^= std::byte{0xFF};
  return bytes;
}

// The bytes with the 32-bit number at `at` replaced.
inline Block with_number(Block bytes, std::size_t at, std::uint32_t number) {
  store(MutableBytes(bytes), at, number);
  return bytes;
}

// A byte range of a file.
struct Range {
  std::size_t begin;
  std::size_t end;
  // Whether the two have a byte in common.
  [[nodiscard]] bool touches(const Range& other) const {
    return begin < other.end && other.begin < end;
  }
};

// The expected numbers of one record.
struct Sound {
  FileTime time_local;
  std::vector<RawCounter> counters;
  std::vector<Range> bytes;  // of its events
};

// An intact log, with all its samples by their place.
struct Reference {
  // Reads the log, which must be readable; losses that it has already are in lost_before.
  explicit Reference(Block file) : bytes(std::move(file)) {
    find_events();
    const blg_example::ReadLog log = blg_example::read_log(bytes);
    lost_before = told_lost(log, bytes.size());
    for (const LogRecord& record : log.records) {
      Sound& sound = records[record.offset];
      sound.time_local = record.time_local;
      sound.counters = record.sample.counters;
      sound.bytes = parts.at(record.offset);
    }
  }

  // Reads a copy of the log that differs only in `damage`: everything else must be read as before,
  // and every missing sample must be reported with its place.
  void expect_sound(Bytes damaged, const Range& damage) const {
    const blg_example::ReadLog log = blg_example::read_log(damaged);
    if (log.reader == nullptr) {
      EXPECT_TRUE(is_needed(damage)) << "damage at " << damage.begin;
      EXPECT_TRUE(log.fault.error.has_value() && log.fault.error->offset <= damaged.size())
          << "damage at " << damage.begin;
      return;
    }
    const std::uint64_t lost = told_lost(log, damaged.size());
    EXPECT_GE(log.records.size() + lost + beyond(damaged.size()), records.size())
        << "damage at " << damage.begin;
    EXPECT_LE(lost, hits(damage) + lost_before + (splits(damage) ? 1 : 0))
        << "damage at " << damage.begin;
    if (!changes_meaning(damage)) expect_others(log, damage);
  }

  // The place of a number somewhere in what events use.
  std::size_t used_place(Seeded& random) const {
    for (;;) {
      const std::size_t at = random.below(bytes.size() / 4) * 4;
      const std::size_t buffer = at / buffer_size * buffer_size;
      const auto used = load<std::uint32_t>(bytes, buffer + blg::buffer::kBytesUsed.offset);
      if (at - buffer < used) return at;
    }
  }

  Block bytes;
  std::map<std::uint64_t, Sound> records;             // by the place of their first event
  std::map<std::uint64_t, std::vector<Range>> parts;  // of every message
  std::vector<std::size_t> events;                    // places of the data events
  std::size_t buffer_size = 0;
  std::size_t kept_from = 0;      // after the catalog
  std::vector<Range> catalog;     // its events
  std::uint64_t lost_before = 0;  // samples, without any damage of ours

 private:
  // Fills the members that describe the events of the file.
  void find_events() {
    buffer_size = load<std::uint32_t>(bytes, 0);
    std::uint64_t message = 0;
    LogAnomalies anomalies("log");
    for (std::size_t at = buffer_size; at < bytes.size(); at += buffer_size) {
      const std::size_t length = std::min(buffer_size, bytes.size() - at);
      const auto buffer = BlgBufferView::parse(Bytes(bytes).subspan(at, length),
                                               static_cast<std::uint32_t>(buffer_size));
      BlgEventWalk walk(*buffer, at);
      while (const auto event = walk.next(anomalies)) {
        if (event->part() == 1) message = walk.offset();
        parts[message].push_back({walk.offset(), walk.offset() + event->size()});
        if (event->kind() == BlgKind::data) events.push_back(walk.offset());
        if (event->kind() != BlgKind::catalog) continue;
        kept_from = walk.offset() + event->size();
        catalog.push_back({walk.offset(), kept_from});
      }
    }
  }
  // The number of samples that a log reports as lost; each loss has a place in the file.
  static std::uint64_t told_lost(const blg_example::ReadLog& log, std::size_t size) {
    std::uint64_t lost = 0;
    for (const LogAnomaly& anomaly : log.reader->anomalies()) {
      EXPECT_LE(anomaly.what.error->offset, size);
      EXPECT_LE(anomaly.skipped_bytes, size);
      lost += anomaly.skipped_records;
    }
    return lost;
  }
  // The samples that the damage does not touch.
  void expect_others(const blg_example::ReadLog& log, const Range& damage) const {
    std::map<std::uint64_t, const LogRecord*> found;
    for (const LogRecord& record : log.records) found[record.offset] = &record;
    for (const auto& [offset, sound] : records) {
      if (is_hit(sound, damage)) continue;
      const auto one = found.find(offset);
      ASSERT_NE(one, found.end()) << "damage at " << damage.begin << ", sample at " << offset;
      EXPECT_EQ(one->second->time_local, sound.time_local);
      EXPECT_EQ(one->second->sample.counters, sound.counters)
          << "damage at " << damage.begin << ", sample at " << offset;
    }
  }
  // How many samples the damage touches.
  [[nodiscard]] std::size_t hits(const Range& damage) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        records, [&](const auto& record) { return is_hit(record.second, damage); }));
  }
  // Whether it hits a message in two buffers, whose parts may look like those of two messages.
  [[nodiscard]] bool splits(const Range& damage) const {
    return std::ranges::any_of(parts, [&](const auto& message) {
      const std::vector<Range>& bytes_of = message.second;
      return is_hit({.time_local = 0, .counters = {}, .bytes = bytes_of}, damage) &&
             bytes_of.front().begin / buffer_size != bytes_of.back().begin / buffer_size;
    });
  }
  // Whether it hits what identifies a log and gives its records their meaning: the file header, the
  // catalog, and the heads of the buffers up to it.
  [[nodiscard]] bool is_needed(const Range& damage) const {
    if (damage.begin < buffer_size || changes_meaning(damage)) return true;
    for (std::size_t at = 0; at < kept_from; at += buffer_size) {
      if (Range{at, at + 72}.touches(damage)) return true;
    }
    return false;
  }
  // Whether the damage touches the catalog: all records may then mean something else.
  [[nodiscard]] bool changes_meaning(const Range& damage) const {
    return std::ranges::any_of(catalog, [&](const Range& one) { return one.touches(damage); });
  }
  // Samples after the end of a truncated file: they cannot be detected.
  [[nodiscard]] std::size_t beyond(std::size_t size) const {
    std::size_t count = 0;
    for (const auto& [offset, sound] : records) count += offset + 72 > size ? 1 : 0;
    return count;
  }
  // Whether a sample is in damaged bytes, or in a buffer whose head is damaged.
  [[nodiscard]] bool is_hit(const Sound& sound, const Range& damage) const {
    for (const Range& part : sound.bytes) {
      const std::size_t buffer = part.begin / buffer_size * buffer_size;
      if (part.touches(damage) || Range{buffer, buffer + 72}.touches(damage)) return true;
    }
    return false;
  }
};

// Three samples of all forms, split, with a table of names; nothing else in 4 buffers of 1 KiB.
inline Block small_log() {
  using namespace blg_example;
  constexpr FileTime kTime = SmallLog::kTime;
  const std::vector<CounterDefinition> definitions = {
      {2000, 2001, 0, 100, PERF_COUNTER_RAWCOUNT, 4, 4}};
  SmallLog file;
  file.message(0x24, kTime - 20, name_table("\\\\HOST", {{"2000", "Fish"}, {"2002", "Carp"}}));
  file.message(
      0x20, kTime - 10,
      catalog({{.type = PERF_COUNTER_RAWCOUNT, .object = "A", .counter = "B"},
               {.flags = 1, .object = "C", .instance = "*", .counter = "D"},
               {.flags = 0x10, .type = 0x10, .object = "Fish", .instance = "*", .counter = "*"}}));
  for (std::uint32_t i = 0; i < 3; ++i) {
    const FileTime time = kTime + i * kTicksPerSecond;
    DataBlockBuilder builder;
    builder.begin({.machine_name = "HOST"});
    builder.begin_object({.name_title_index = 2000, .instances = Instances::multiple}, definitions);
    builder.begin_instance("pike", {});
    builder.set(4, 4, 100 + i);
    builder.end_object();
    const Bytes block = builder.finish().value();
    file.message(0x22, time,
                 sample({counter_record(time, {i + 1}),
                         instances_record(time, 0, {{"x", {i + 10}}, {"y", {i + 20}}}),
                         record(5, {block.begin(), block.end()})}),
                 300);
  }
  return file.finish();
}

// The first buffers of a real log: that of the file, that of the catalog and the next one.
inline Block shortened(Block log) {
  const auto size = load<std::uint32_t>(log, 0);
  std::size_t buffers = 2;
  for (;; ++buffers) {
    const Bytes events =
        BlgBufferView::parse(Bytes(log).subspan((buffers - 1) * size, size), size)->events();
    if (BlgEventView::parse(events)->kind() == BlgKind::data) break;
    if (buffers * size == log.size()) break;
  }
  const std::size_t last = (buffers - 1) * size;
  log.resize(last + load<std::uint32_t>(log, last + blg::buffer::kBytesUsed.offset));
  return log;
}

}  // namespace openperflib::blg_damage
