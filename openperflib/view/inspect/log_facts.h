// The structure of a log, with the positions of its parts and every oddity: the model of inspect.
// docs/perflib.md, sections 3b and 3d, has its members.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"

namespace openperflib {

// A list of which only the first entries are kept, but all are counted.
template <typename T>
struct BoundedList {
  static constexpr std::size_t kMostShown = 100;
  std::vector<T> shown;
  std::uint64_t count = 0;

  // Whether add() still keeps an entry.
  [[nodiscard]] bool has_room() const noexcept { return shown.size() < kMostShown; }
  // Counts an entry, and keeps it if there is room.
  void add(T one) {
    ++count;
    if (has_room()) shown.push_back(std::move(one));
  }
};

// What a reader finds in a log that it reads to its end.
struct SampleFacts {
  std::uint64_t count = 0;
  FileTime first_local = 0;  // meaningless without samples
  FileTime last_local = 0;
  std::uint64_t values = 0;
  std::optional<int> bias_minutes;  // to add to local time to get UTC; nullopt: unknown
};

// Something that the format does not allow.
struct OddityFacts {
  Error error;           // with its field
  bool is_loss = false;  // readings are missing; false: odd, but read nevertheless
  std::uint64_t skipped_bytes = 0;
  std::uint64_t skipped_samples = 0;
};

// What a reader finds, with everything that the format does not allow.
struct ReadingFacts {
  SampleFacts samples;
  std::vector<OddityFacts> oddities;  // the first ones
  std::uint64_t oddity_count = 0;     // of all
};

// The facts of a binary log (BLG). Values as stored; bounded, however big the log is.
struct BlgFacts {
  // The header of the log: who wrote it and when, and its clock and time zone.
  struct Header {
    std::uint64_t offset = 0;  // this and all other offsets: in the file, bytes
    std::string windows;       // "10.0.14393"
    std::uint32_t pointer_size = 0;
    std::uint32_t process_id = 0;
    FileTime start_time_utc = 0;
    FileTime end_time_utc = 0;
    FileTime boot_time_utc = 0;
    std::int64_t perf_freq = 0;  // ticks per second
    std::uint32_t log_file_mode = 0;
    std::uint32_t buffers_written = 0;
    std::uint32_t events_lost = 0;
    std::uint32_t buffers_lost = 0;
    int bias_minutes = 0;  // of the zone, to add to local time to get UTC
    std::string standard_name;
    int standard_bias_minutes = 0;
    std::string daylight_name;
    int daylight_bias_minutes = 0;
    std::string logger_name;
    std::string log_file_name;
  };
  struct Buffer {
    std::uint64_t offset = 0;
    std::uint32_t bytes_used = 0;
    std::int64_t sequence_number = 0;
    FileTime flush_time_utc = 0;
    std::uint16_t flags = 0;
    std::uint16_t type = 0;
  };
  struct Message {
    std::uint64_t offset = 0;
    std::uint32_t kind = 0;
    std::string name;  // of the kind
    FileTime time_local = 0;
    std::uint64_t parts = 0;
    std::uint64_t bytes = 0;
    bool is_sample = false;
    // The records of a sample by their form; nullopt: they cannot be read.
    std::optional<std::map<int, std::uint64_t>> records;
  };
  // One counter of the catalog.
  struct Entry {
    std::string machine;  // with its two backslashes
    std::string object;
    std::optional<std::string> parent;
    std::optional<std::string> instance;
    std::uint32_t instance_index = 0;  // the n of #n
    std::string counter;
    std::uint32_t flags = 0;
    std::uint32_t type = 0;
    std::int64_t time_base = 0;  // ticks per second
    std::int32_t default_scale = 0;
  };
  struct ClosingIndex {
    FileTime first_time_local = 0;
    FileTime last_time_local = 0;
    std::uint32_t samples = 0;
    std::uint32_t entries = 0;
  };
  std::uint64_t size = 0;  // bytes
  std::uint32_t buffer_size = 0;
  bool is_circular = false;
  std::optional<Header> header;  // nullopt: it cannot be read
  BoundedList<Buffer> buffers;
  BoundedList<Message> messages;
  std::map<std::string, std::uint64_t> kinds;  // messages, by the name of their kind
  std::map<std::string, std::uint64_t> names;  // in the tables of names, by machine
  std::optional<ClosingIndex> closing_index;
  BoundedList<Entry> entries;  // of the catalog
  ReadingFacts reading;
};

// The facts of a recording. Values as stored; bounded, however big the recording is.
struct RecordingFacts {
  enum class Kind : std::uint8_t { journal_part, block, index };
  struct Header {
    std::uint32_t version = 0;
    FileTime started_utc = 0;
    std::int32_t bias_minutes = 0;  // to add to local time to get UTC
    std::string zone;
  };
  struct Record {
    std::uint64_t offset = 0;  // in the file, bytes
    Kind kind = Kind::journal_part;
    std::uint32_t block = 0;  // of an index: the first that it covers
    std::uint32_t part = 0;   // of a journal
    std::uint32_t blocks = 0;
    std::uint32_t samples = 0;
    FileTime first_time_utc = 0;
    FileTime last_time_utc = 0;
    std::uint64_t bytes = 0;
    std::uint64_t directory_bytes = 0;
  };
  // Sums over all records of a kind.
  struct Total {
    std::uint64_t count = 0;
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0;
  };
  std::uint64_t size = 0;  // bytes
  Header header;
  std::array<Total, 3> totals;  // in the order of Kind
  BoundedList<Record> records;
  ReadingFacts reading;

  // Adds the record to the list and to the sums of its kind.
  void add(const Record& record);
  [[nodiscard]] const Total& total(Kind kind) const noexcept {
    return totals[static_cast<std::size_t>(kind)];
  }
};

}  // namespace openperflib
