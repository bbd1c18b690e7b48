// CounterChoice: what PdhBrowseCounters shows, and the paths that it gives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/name_list.h"
#include "openperflib/pdh/source_names.h"

namespace openperflib::compat {

// Value: the fields of a PDH_BROWSE_DLG_CONFIG that say what is chosen from, in C++.
struct CounterChoice {
  DataSource source;
  bool has_index = false;          // instances of one name have their #n
  bool is_single = false;          // one path at a time
  bool is_local = false;           // paths without a machine
  bool keeps_wildcards = false;    // all instances are given as *
  bool has_fixed_detail = false;   // no choice of the level of detail
  bool has_fixed_machine = false;  // no choice of the machine
  bool has_costly_objects = false;
  bool is_of_objects = false;      // objects alone
  std::uint32_t detail_level = 0;  // 0: not given
  std::string initial_path = {};   // empty: none
  std::string title = {};          // empty: none

  // The arguments of `perflib pick`.
  [[nodiscard]] std::vector<std::string> arguments(SourceNames& names) const;
  // The paths as PDH has them, of the lines that perflib printed.
  [[nodiscard]] NameList paths(const std::vector<std::string>& lines, SourceNames& names) const;

 private:
  [[nodiscard]] std::optional<std::string> begin() const;
  void add_path(const std::string& line, SourceNames& names, std::vector<std::string>& paths) const;
};

}  // namespace openperflib::compat
