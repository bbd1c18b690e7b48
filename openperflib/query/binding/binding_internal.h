// The contents of a Binding.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "openperflib/query/binding/binding.h"
#include "openperflib/query/binding/path_binder_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/text/string_pool.h"

namespace openperflib {

// The series of one layout, with the texts of their names.
struct NamedSeries {
  Catalog catalog;   // of a snapshot; that of a log belongs to its reader, and its texts are copied
  StringPool texts;  // names that `catalog` does not have
  std::vector<Series> series;

  // Names what `binder` found for `paths` in `of`, which is `catalog` or that of a log.
  void assign(const Catalog& of, const PathBinder& binder, std::span<const PathPattern> paths,
              const TitleTable& titles);
  // Names the series of paths that name one, without a catalog: as they are written.
  void assign_written(std::span<const PathPattern> paths);

 private:
  void add_readable(const Catalog& of, const BoundSeries& bound);
  // Adds a series of a snapshot that differs from series[like] by its instance alone.
  void add_beside(std::size_t like, const Catalog& of, const Catalog::Place& place);
  void name_entry(const Series& entry);
  void name_unreadable(const Catalog& of, const UnreadableSeries& unreadable,
                       const TitleTable& titles);
  [[nodiscard]] std::string_view title(std::uint32_t index, const TitleTable& titles);
  [[nodiscard]] std::string_view kept(std::string_view text, std::string_view Series::* same);
};

struct Binding::State {
  NamedSeries named;
  std::string machine;
  std::uint64_t generation = 0;
  std::vector<std::uint32_t> before;  // by series; empty: not known
  std::uint64_t kept_names = 0;       // the last generation that has the names of the one before it
};

}  // namespace openperflib
