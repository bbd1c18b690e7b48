// The contents of a Binding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/query/binding/binding.h"
#include "openperflib/query/binding/path_binding_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/identity/instance_identity_internal.h"

namespace openperflib {

// The series of one layout, with the texts of their names.
struct NamedSeries {
  Catalog catalog;
  StringPool texts;  // names that the catalog does not have
  std::vector<Series> series;

  // Names what was bound in `catalog`. `identities` tell processes with one name apart.
  void assign(const BoundPaths& bound, const InstanceIdentities& identities,
              const TitleTable& titles);

 private:
  void name_run(const SeriesRun& run, std::span<const std::uint32_t> choices,
                std::uint32_t process_id);
  void name_unreadable(const UnreadableSeries& unreadable, const TitleTable& titles);
  [[nodiscard]] std::string_view title(std::uint32_t index, const TitleTable& titles);
};

struct Binding::State {
  NamedSeries named;
  std::string machine;
  std::uint64_t generation = 0;
};

}  // namespace openperflib
