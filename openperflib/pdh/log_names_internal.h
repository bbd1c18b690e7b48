// The names in a catalog of a whole log.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/pdh/name_list.h"
#include "openperflib/pdh/object_items.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/path_expansion.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// View of a catalog, of which titles are the usual ones.
class LogNames {
 public:
  // `this_machine`: the name of this computer.
  LogNames(const Catalog& catalog, const TitleTable& titles, std::string_view this_machine)
      : catalog_(catalog), titles_(titles), this_machine_(this_machine) {}

  // With \\, in the order of the log; a machine without a name is not in it.
  [[nodiscard]] NameList machines() const;
  // The one that is asked for; for "" this computer or, if the log lacks it, the first one.
  // Error: PDH_CSTATUS_NO_MACHINE.
  [[nodiscard]] std::expected<std::string_view, PdhStatus> machine(std::string_view asked) const;
  // Returns the objects of a machine().
  [[nodiscard]] NameList objects(std::string_view machine, std::uint32_t detail_level) const;
  // Processor if the machine has it, otherwise its first one; empty: it has none.
  [[nodiscard]] std::string default_object(std::string_view machine) const;
  // nullopt: there is no such object.
  [[nodiscard]] std::optional<ObjectItems> items(std::string_view machine,
                                                 std::string_view object) const;
  // The paths of its machine(); those of the catalog have their machines.
  [[nodiscard]] ExpandedPath expand(const PathPattern& path, const PathExpansion& expansion,
                                    const std::function<void(const CounterPath& path)>& take) const;

 private:
  const Catalog& catalog_;
  TitleTable titles_;
  std::string_view this_machine_;
};

}  // namespace openperflib
