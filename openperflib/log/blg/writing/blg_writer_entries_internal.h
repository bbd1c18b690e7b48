// BlgWriterEntries: the entry of a binary log's catalog for each series of a binding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "openperflib/log/blg/writing/blg_writer_records_internal.h"
#include "openperflib/query/paths/path_grammar.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/query/query.h"

namespace openperflib {

// A series as one of the instances of an entry.
struct BlgWriterItem {
  std::size_t series = 0;    // in the current binding
  std::u16string name;       // "parent/name", as stored
  std::uint32_t number = 0;  // the n of #n among equal names
  std::uint32_t group = 0;   // of equal names in its entry
};

// The source of one record of each sample.
struct BlgWriterEntry {
  BlgStoredEntry stored;
  bool is_wildcard = false;          // form 2; else form 1
  bool multiplies = false;           // its readings' multi counts
  bool needs_clock = false;          // its readings are meaningless with another time base
  std::vector<BlgWriterItem> items;  // now; at most one if it is not a wildcard
  std::uint32_t groups = 0;          // of equal names among items
};

// Resource. The first assign() creates the entries, which stay: a log has one catalog.
class BlgWriterEntries {
 public:
  // `paths`: as given to the query, by number, in its grammar; empty: unknown, and then a path with
  // any wildcard is treated as one with all instances.
  BlgWriterEntries(std::span<const std::string> paths, PathGrammar grammar);

  // Finds the entry of each shown series. The first call creates the entries; later ones list in
  // newcomers() the series without an entry that had none in the previous call either.
  void assign(const Binding& binding, std::span<const std::size_t> shown);
  // Sets the time bases from the clocks of the first readings, if there are any, otherwise by type.
  void take_time_bases(const Sample& sample, std::int64_t perf_freq);

  [[nodiscard]] std::span<BlgWriterEntry> entries() noexcept { return entries_; }
  [[nodiscard]] const std::vector<std::string>& newcomers() const noexcept { return newcomers_; }

 private:
  static constexpr std::uint32_t kSingles = 0xFFFFFFFF;  // of groups_: one entry per instance

  [[nodiscard]] bool is_wildcard(const Series& series) const;
  [[nodiscard]] BlgWriterEntry* find(const Series& series);
  [[nodiscard]] BlgWriterEntry& add(const Series& series, const Binding& binding);
  void add_item(BlgWriterEntry& entry, const Series& series, std::size_t position);
  void make_key(const Series& series);
  void extend_key(const Series& series);

  std::vector<std::optional<PathPattern>> paths_;  // nullopt: a text that is not a path
  std::vector<BlgWriterEntry> entries_;
  std::unordered_map<std::string, std::uint32_t> groups_;   // by path, machine, object, counter
  std::unordered_map<std::string, std::uint32_t> singles_;  // by that and the instance
  std::unordered_map<std::string, std::uint32_t> names_;    // by entry and name: the group
  std::unordered_set<std::string> known_;  // paths without an entry in the last call
  std::vector<std::string> newcomers_;
  std::string key_;
  bool has_entries_ = false;
};

}  // namespace openperflib
