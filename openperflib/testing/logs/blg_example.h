// Binary performance logs for tests: real ones, parts of them, and small ones built byte by byte.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/blg/blg_event_view.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/text/utf16.h"

namespace openperflib::blg_example {

using Block = std::vector<std::byte>;  // the bytes of a file or of a part of one

#ifdef OPENPERFLIB_SOURCE_DIR
// tests/data/blg/NAME.
inline Block real_log(const std::string& name) {
  std::ifstream file(std::filesystem::path(OPENPERFLIB_SOURCE_DIR) / "tests/data/blg" / name,
                     std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const Bytes bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}
#endif

// Little-endian numbers and texts, one after the other.
class ByteText {
 public:
  // The number may have any size, and has this machine's byte order: little-endian where the tests
  // run.
  template <typename T>
  ByteText& number(T value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  ByteText& u8(std::uint8_t value) { return number(value); }    // 1 byte
  ByteText& u16(std::uint16_t value) { return number(value); }  // 2 bytes
  ByteText& u32(std::uint32_t value) { return number(value); }  // 4 bytes
  ByteText& u64(std::uint64_t value) { return number(value); }  // 8 bytes
  // As they are.
  ByteText& bytes(Bytes value) {
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    return *this;
  }
  ByteText& text(std::string_view utf8) {  // UTF-16 with its NUL
    const std::u16string utf16 = utf16_from_utf8(utf8);
    for (const char16_t unit : utf16) u16(unit);
    return u16(0);
  }
  // Appends `value` until there are `size` bytes; nothing if there are as many already.
  ByteText& fill(std::size_t size, std::uint8_t value = 0) {
    while (bytes_.size() < size) u8(value);
    return *this;
  }
  // With zeros, to a multiple of 8 bytes.
  ByteText& align() { return fill((bytes_.size() + 7) / 8 * 8); }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }  // bytes so far
  [[nodiscard]] const Block& block() const { return bytes_; }       // valid until the next number
  // The same, to change numbers in place.
  [[nodiscard]] MutableBytes mutable_bytes() { return bytes_; }

 private:
  Block bytes_;
};

// A record of a sample.
inline Block record(std::uint8_t form, const Block& payload) {
  ByteText text;
  text.u8('B').u8('L').u8(3).u8(form);
  text.u32(static_cast<std::uint32_t>(payload.size() + 8)).bytes(payload);
  return text.block();
}

// The numbers of one counter, as a record stores them. status 0: valid.
struct Reading {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint32_t multi = 1;
  std::uint32_t status = 0;
};

// A record of form 1: one counter without an instance.
inline Block counter_record(FileTime time_local, const Reading& reading) {
  ByteText text;
  text.u32(reading.status).number(time_local).u32(0);
  text.u64(reading.first).u64(reading.second).u32(reading.multi).u32(0);
  return record(1, text.block());
}

// An instance of a wildcard and its numbers.
struct Item {
  std::string name;
  Reading reading;
};

// A record of form 2: all instances of a wildcard, with their names after the numbers.
inline Block instances_record(FileTime time_local, std::uint32_t status,
                              const std::vector<Item>& items) {
  ByteText names;
  ByteText rows;
  const auto first_name = static_cast<std::uint32_t>(24 + items.size() * 24);
  for (const Item& item : items) {
    rows.u32(first_name + static_cast<std::uint32_t>(names.size())).u32(item.reading.multi);
    rows.u64(item.reading.first).u64(item.reading.second);
    names.text(item.name);
  }
  names.align();
  const auto size = static_cast<std::uint32_t>(first_name + names.size());
  ByteText text;
  text.u32(size).u32(static_cast<std::uint32_t>(items.size())).u32(status).u32(0);
  text.number(time_local).bytes(rows.block()).bytes(names.block());
  return record(2, text.block());
}

// The body of a data event: the records of a sample in one of form 0.
inline Block sample(const std::vector<Block>& records) {
  ByteText text;
  for (const Block& one : records) text.bytes(one);
  return record(0, text.block());
}

// What the catalog says about one path; names are UTF-8.
struct Entry {
  std::uint32_t flags = 0;
  std::uint32_t type = 0;
  std::uint64_t time_base = 0;
  std::int32_t scale = 0;
  std::string machine = "\\\\HOST";
  std::string object = {};
  std::string instance = {};  // empty: none
  std::string counter = {};
  std::uint32_t index = 0;
  std::string parent = {};  // empty: none
};

// Names follow the 52 bytes of numbers, which hold their offsets; 0xFFFFFFFF: no name.
inline Block catalog_entry(const Entry& entry) {
  ByteText texts;
  const auto place = [&](const std::string& name) {
    const auto at = static_cast<std::uint32_t>(texts.size());
    texts.text(name);
    return at;
  };
  const std::uint32_t machine = place(entry.machine);
  const std::uint32_t object = place(entry.object);
  const std::uint32_t instance = entry.instance.empty() ? 0xFFFFFFFF : place(entry.instance);
  const std::uint32_t parent = entry.parent.empty() ? 0xFFFFFFFF : place(entry.parent);
  const std::uint32_t counter = place(entry.counter);
  texts.fill((52 + texts.size() + 7) / 8 * 8 - 52);
  ByteText text;
  text.u32(static_cast<std::uint32_t>(52 + texts.size())).u32(entry.flags).u32(0).u32(entry.type);
  text.u64(entry.time_base).number(entry.scale).u32(machine).u32(object).u32(instance);
  text.u32(parent).u32(entry.index).u32(counter).bytes(texts.block());
  return text.block();
}

// The body of a catalog event.
inline Block catalog(const std::vector<Entry>& entries) {
  ByteText text;
  text.u32(0x6FF).u32(0x20008);
  for (const Entry& entry : entries) text.bytes(catalog_entry(entry));
  return text.block();
}

// The body of an event with the names of a machine; each index is a decimal text.
inline Block name_table(const std::string& machine,
                        const std::vector<std::pair<std::string, std::string>>& names) {
  ByteText text;
  text.text(machine);
  for (const auto& [index, name] : names) text.text(index).text(name);
  return text.block();
}

// The fields of the file header that tests vary. bias: minutes to add to local time.
struct HeaderOptions {
  std::uint32_t pointer_size = 8;
  std::uint32_t mode = 0x30020801;
  std::uint32_t buffers_written = 0;
  FileTime end_time = 0;
  std::int32_t bias = -60;
  std::uint32_t buffer_size = 1024;
};

// The events of a small log, by default in buffers of 1 KiB.
class SmallLog {
 public:
  static constexpr FileTime kTime = 130'000'000'000'000'000;  // local time of the first event

  // Writes the file header into a buffer of its own.
  explicit SmallLog(const HeaderOptions& options = {}) : buffer_size_(options.buffer_size) {
    add_header(options);
  }

  // Adds an event unchanged, to the current buffer or the next one.
  SmallLog& event(std::uint8_t kind, FileTime time, Bytes body, std::uint32_t part = 1,
                  std::uint32_t parts = 1) {
    const std::size_t size = 72 + body.size();
    if (used_ + (size + 7) / 8 * 8 > buffer_size_) close_buffer();
    ByteText text;
    text.u16(static_cast<std::uint16_t>(size)).u8(0x14).u8(0xC0).u8(kind).u8(0).u16(0x3C);
    text.u32(7).u32(8).number(time).bytes(std::as_bytes(std::span(blg::event::kPdhGuid)));
    text.u32(0).u32(0x001A0200).fill(64, 0x11).u32(part).u32(parts).bytes(body).align();
    used_ += static_cast<std::uint32_t>(text.size());
    file_.bytes(text.block());
    return *this;
  }
  // Adds a message, split into parts of `most` bytes.
  SmallLog& message(std::uint8_t kind, FileTime time, const Block& body, std::size_t most = 800) {
    const auto parts = static_cast<std::uint32_t>((body.size() + most - 1) / most);
    for (std::uint32_t part = 1; part <= parts; ++part) {
      const Bytes rest = Bytes(body).subspan((part - 1) * most);
      event(kind, time, rest.first(std::min(rest.size(), most)), part, parts);
    }
    return *this;
  }
  // Ends the current buffer; later events go to the next one.
  SmallLog& close_buffer() {
    if (used_ == 0) return *this;
    const std::size_t start = file_.size() - used_;
    file_.fill(start + buffer_size_, 0xFF);
    store<std::uint32_t>(file_.mutable_bytes(), start + 0x30, used_);
    ++sequence_;
    begin_buffer(0);
    return *this;
  }
  // The file: its last buffer is filled up, and an empty one is left out.
  [[nodiscard]] Block finish() {
    close_buffer();
    const Block& bytes = file_.block();
    return {bytes.begin(), bytes.end() - used_};  // without the buffer that holds nothing yet
  }

 private:
  // Appends the 72 bytes of a buffer's head. type 4: that of the file header.
  void begin_buffer(std::uint16_t type) {
    ByteText text;
    text.u32(buffer_size_).u32(0).u32(0).u32(0).u64(0).u64(sequence_).u64(0).u32(0).u32(3);
    text.u32(0).u16(0x20).u16(type).fill(72);
    used_ = static_cast<std::uint32_t>(text.size());
    file_.bytes(text.block());
  }
  // Writes buffer 0 as a logger with pointers of that size does.
  void add_header(const HeaderOptions& options) {
    begin_buffer(4);
    ByteText text;
    const bool wide = options.pointer_size == 8;
    text.u16(0).u8(wide ? 2 : 1).u8(0xC0).u16(0).u16(0).u32(5).u32(6).number(kTime).u64(0);
    text.u32(buffer_size_).u8(10).u8(0).u8(1).u8(5).u32(14393).u32(1).number(options.end_time);
    text.u32(156250).u32(0).u32(options.mode).u32(options.buffers_written).u32(1);
    text.u32(options.pointer_size).u32(0).u32(2000);
    text.fill(32 + 56 + std::size_t{2} * options.pointer_size);
    const std::size_t zone = text.size();
    text.number(options.bias).text("CET").fill(zone + 84).u32(0).text("CEST").fill(zone + 168);
    text.number(std::int32_t{-60}).align().number(kTime - 1).u64(10'000'000).number(kTime);
    text.u32(2).u32(0).text("11111111-1111-1111-1111-111111111111").text("C:\\a.blg");
    Block record = text.block();
    store<std::uint16_t>(MutableBytes(record), 4, static_cast<std::uint16_t>(record.size()));
    file_.bytes(record).align();
    used_ = static_cast<std::uint32_t>(file_.size());
    close_buffer();
  }

  std::uint32_t buffer_size_;
  ByteText file_;
  std::uint32_t used_ = 0;
  std::uint64_t sequence_ = 0;
};

// The time of the first event of a small log, and kinds of messages as SmallLog takes them.
inline constexpr FileTime kTime = SmallLog::kTime;
inline constexpr auto kCatalog = static_cast<std::uint8_t>(BlgKind::catalog);
inline constexpr auto kData = static_cast<std::uint8_t>(BlgKind::data);
inline constexpr auto kNames = static_cast<std::uint8_t>(BlgKind::name_table);

#ifdef OPENPERFLIB_SOURCE_DIR
// A reader of tests/data/blg/SampleLog.blg: 11 samples of 8 whole objects.
inline std::unique_ptr<BlgReader> sample_log() {
  return BlgReader::open(file_of(real_log("SampleLog.blg")), "a.blg", fixed_titles()).value();
}
#endif

// A log that was read to its end.
struct ReadLog {
  std::unique_ptr<BlgReader> reader;            // null: it could not be opened
  SourceFault fault;                            // why
  std::vector<LogRecord> records;               // without blocks
  std::vector<std::vector<std::string>> names;  // of the series of each record
};

// "Object(instance#n)\Counter", without the machine.
inline std::string name_of(const Series& series) {
  std::string name(series.object);
  if (series.instance.has_value()) {
    name += '(' + std::string(*series.instance);
    if (series.instance_number != 0) name += '#' + std::to_string(series.instance_number);
    name += ')';
  }
  return name + '\\' + std::string(series.counter);
}

// Reads with the fixed titles, up to the end or the first error of the system.
inline ReadLog read_log(Bytes bytes) {
  ReadLog log;
  auto opened = BlgReader::open(file_of(bytes), "a.blg", fixed_titles());
  if (!opened.has_value()) {
    log.fault = std::move(opened).error();
    return log;
  }
  log.reader = *std::move(opened);
  LogRecord record;
  while (log.reader->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    log.records.push_back(record);
    log.records.back().blocks.clear();
    std::vector<std::string>& names = log.names.emplace_back();
    for (const Series& series : log.reader->catalog().series()) names.push_back(name_of(series));
  }
  return log;
}

// The anomalies of a log, one per line.
inline std::vector<std::string> anomalies_of(const ReadLog& log) {
  if (log.reader == nullptr) return {describe(log.fault)};
  std::vector<std::string> lines;
  for (const LogAnomaly& anomaly : log.reader->anomalies()) {
    std::string line = describe(anomaly.what);
    if (anomaly.is_loss) {
      line += "; lost " + std::to_string(anomaly.skipped_bytes) + " bytes, " +
              std::to_string(anomaly.skipped_records) + " samples";
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace openperflib::blg_example
