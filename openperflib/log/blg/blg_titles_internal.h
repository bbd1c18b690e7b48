// BlgTitles: the name tables in a log of whole objects, one per machine.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/text/string_pool.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The names of the objects and counters of a machine. A view.
struct BlgMachineTitles {
  // In English if the log is, or if the index is one of the base titles; otherwise as in the log.
  TitleTable table{{}, {}, {}};
  // The names in a log in another language, for those that are English in `table`, by index.
  std::vector<Title> originals;
};

// Resource: all the texts.
class BlgTitles {
 public:
  // `titles`: the usual names.
  explicit BlgTitles(const TitleTable& titles) : fixed_{.table = titles, .originals = {}} {}

  // The most names that are kept, for all machines together.
  static constexpr std::size_t kMostNames = 1U << 18;
  static constexpr std::size_t kMostBytes = 8U << 20;

  // Takes the names of one message; unreadable ones are reported to `anomalies`.
  void add(const BlgMessage& message, LogAnomalies& anomalies);

  // The names of a machine, given without backslashes; titles that its table lacks have their usual
  // names. The view lives until the next add().
  [[nodiscard]] const BlgMachineTitles& of(std::string_view machine);
  // The names of a machine that its table has, by index. The texts live as long as this does.
  [[nodiscard]] std::vector<Title> stored(std::string_view machine) const;

 private:
  struct Machine {
    std::map<TitleIndex, std::string_view> names;
    std::vector<Title> titles;
    std::vector<std::uint32_t> by_name;
    BlgMachineTitles shown;
    bool is_stale = true;
  };
  void build(Machine& machine) const;

  BlgMachineTitles fixed_;  // of machines without a table
  StringPool texts_;
  std::map<std::string, Machine, std::less<>> machines_;  // by folded name
  std::size_t names_ = 0;
  std::size_t bytes_ = 0;
};

// A stored machine name without its backslashes.
[[nodiscard]] std::string blg_machine_name(Bytes utf16);

}  // namespace openperflib
