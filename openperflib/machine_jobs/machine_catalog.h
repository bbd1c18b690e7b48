// MachineCatalog: what a machine, or a root folder, has by name.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/code_page_decoder.h"
#include "openperflib/jobs/job_fault.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/titles/title_set.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct MachineCatalogOptions {
  enum class Costly : std::uint8_t { left_out, collected };  // objects that take long to collect
  enum class Folder : std::uint8_t { first, last };  // which of several root folders is shown

  LocalSourceOptions machine;
  Costly costly = Costly::left_out;
  Folder folder = Folder::last;      // after each of those before it was collected
  CodePageDecoder decode = nullptr;  // of instance names, as for Catalog::assign()
};

// Resource, movable.
struct MachineCatalog {
  Catalog catalog;                         // of what was collected
  std::shared_ptr<const TitleSet> titles;  // all names and help texts that the machine has
  std::vector<std::string> objects;        // the names of those that it has now or could have

  // Returns whether an object of this name is one of `objects`; case is ignored.
  [[nodiscard]] bool knows(std::string_view object) const noexcept;
};

// Collects a machine once, or root folders up to the one that is shown. The texts of `titles` must
// outlive the result. Errors: unreadable.
[[nodiscard]] std::expected<MachineCatalog, JobFault> read_machine_catalog(
    MachineCatalogOptions options, const TitleTable& titles);

}  // namespace openperflib
