// BlgWriterEntries: which entry of a binary log's catalog each series of a binding belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "openperflib/log/blg_writer_records_internal.h"
#include "openperflib/query/path_pattern.h"
#include "openperflib/query/query.h"

namespace openperflib {

// A series as one of the instances of an entry.
struct BlgWriterItem {
  std::size_t series = 0;    // in the present binding
  std::u16string name;       // "parent/name", as it is stored
  std::uint32_t number = 0;  // the n of #n among equal names
  std::uint32_t group = 0;   // of equal names in its entry
};

// What one record of each sample is made from.
struct BlgWriterEntry {
  BlgStoredEntry stored;
  bool is_wildcard = false;          // form 2; else form 1
  bool multiplies = false;           // its readings' multi counts
  bool needs_clock = false;          // its readings mean nothing at another time base
  std::vector<BlgWriterItem> items;  // now; at most one where it is no wildcard
  std::uint32_t groups = 0;          // of equal names among items
};

// Resource. Entries come into being with the first assign() and stay: a log has one catalog.
class BlgWriterEntries {
 public:
  // `paths`: as they were given to the query, by number; empty: not known, then a path with any
  // wildcard is taken for one with all instances.
  explicit BlgWriterEntries(std::span<const std::string> paths);

  // Finds the entry of each series shown. The first call makes the entries; later ones name in
  // newcomers() what has none, once each.
  void assign(const Binding& binding, std::span<const std::size_t> shown);
  // Sets the time bases from the clocks of the first readings, where there are any, else by type.
  void take_time_bases(const Sample& sample, std::int64_t perf_freq);

  [[nodiscard]] std::span<BlgWriterEntry> entries() noexcept { return entries_; }
  [[nodiscard]] const std::vector<std::string>& newcomers() const noexcept { return newcomers_; }

 private:
  static constexpr std::uint32_t kSingles = 0xFFFFFFFF;  // of groups_: an entry an instance

  [[nodiscard]] bool is_wildcard(const Series& series) const;
  [[nodiscard]] BlgWriterEntry* find(const Series& series);
  [[nodiscard]] BlgWriterEntry& add(const Series& series, const Binding& binding);
  void add_item(BlgWriterEntry& entry, const Series& series, std::size_t position);
  void make_key(const Series& series);
  void extend_key(const Series& series);

  std::vector<std::optional<PathPattern>> paths_;  // nullopt: a text that is no path
  std::vector<BlgWriterEntry> entries_;
  std::unordered_map<std::string, std::uint32_t> groups_;   // by path, machine, object, counter
  std::unordered_map<std::string, std::uint32_t> singles_;  // by that and the instance
  std::unordered_map<std::string, std::uint32_t> names_;    // by entry and name: the group
  std::unordered_map<std::string, bool> known_;             // newcomers that were named
  std::vector<std::string> newcomers_;
  std::string key_;
  bool has_entries_ = false;
};

}  // namespace openperflib
