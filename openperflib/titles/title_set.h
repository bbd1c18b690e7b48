// TitleSet: all titles of one state of a machine: the fixed ones, and those that others registered.
//
// Value:   immutable; passed as shared_ptr<const TitleSet>, so that a query that uses one keeps
//          it whole when the machine's titles change.
// Threads: any number of threads may read one.
// Source:  docs/perflib.md, section 6.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "openperflib/text/string_pool.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Neither copied nor moved: table() refers to its members.
class TitleSet {
 public:
  // What `base` refers to must live as long as this; the texts of `more` are copied. A name in
  // `more` whose index `base` has, or that an earlier row has, is ignored: a fixed title never
  // changes. An odd index is that of a help text. `generation` is another one for other contents;
  // that of the fixed titles alone is 0.
  TitleSet(const TitleTable& base, std::span<const Title> more, std::uint64_t generation);
  TitleSet(const TitleSet&) = delete;
  TitleSet& operator=(const TitleSet&) = delete;

  // Valid as long as this set.
  [[nodiscard]] const TitleTable& table() const noexcept { return table_; }
  // Returns the titles that are not in the base, ascending by index.
  [[nodiscard]] std::span<const Title> added() const noexcept { return added_; }
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  // Copies the titles that `base` lacks into added_, ascending by index; the first of each index
  // wins.
  void add(std::span<const Title> more, const TitleTable& base);
  // Fills hashes_ and by_name_: equal names, ignoring case, stand together, by index.
  void group_by_name();
  // Fills slots_ from hashes_ and by_name_.
  void fill_slots();
  StringPool texts_;
  std::vector<Title> added_;
  std::vector<Title> names_;
  std::vector<Title> helps_;
  std::vector<std::uint32_t> by_name_;
  std::vector<std::uint32_t> hashes_;
  std::vector<std::uint32_t> slots_;
  TitleTable table_;
  std::uint64_t generation_;
};

// A set of the fixed titles of `base` alone, generation 0.
[[nodiscard]] std::shared_ptr<const TitleSet> title_set_of(const TitleTable& base);

}  // namespace openperflib
