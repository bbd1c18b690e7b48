// When processes and threads began, from one reading to the next. Whatever began after the older
// reading had used nothing then.
//
// Source: docs/objects.md, section 5; docs/adr/0039-short-lives-are-seen.md.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/query/catalog/block_map_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/identity/instance_identity_internal.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// When a process began: before the older reading, after it, or perhaps after it, because its start
// is known to a second only.
enum class Began : std::uint8_t { before, perhaps, after };

// Classifies the start of a process that was read at `now`, `elapsed` after the older reading. All
// are in units of 100 ns; a `start` of 0 is unknown.
[[nodiscard]] Began classify_start(std::int64_t start, std::int64_t now,
                                   std::int64_t elapsed) noexcept;

// The processes and threads of a block. Resource: tables that are reused.
class ProcessStarts {
 public:
  // Reads them from the block that `catalog` and `map` were made of, which came after `step`.
  void assign(const Snapshot& snapshot, const Catalog& catalog, const BlockMap& map,
              const TimeStep& step);
  void clear() noexcept;

  // Returns when an instance began; before for whatever is neither a process nor a thread.
  // `object`: its position in the block.
  [[nodiscard]] Began of(std::size_t object, std::uint32_t instance) const noexcept;

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  void add_object(const Snapshot& snapshot, const Catalog::Object& object, std::size_t position,
                  const BlockMap& map, const TimeStep& step);

  std::vector<Began> began_;        // by object and position, as first_ says
  std::vector<std::size_t> first_;  // by object: its first one there, or kNone
};

// Where a catalog of readings has the starts of its processes and threads. Resource: tables that
// are reused.
class LoggedStarts {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  void assign(const Catalog& catalog, const TitleTable& titles);

  // Returns the number of the series that has the start of the process or thread at a place; kNone:
  // there is none.
  [[nodiscard]] std::uint32_t series_of(const Catalog::Place& place) const noexcept;

 private:
  std::vector<std::uint32_t> series_;  // by object and instance, as first_ says
  std::vector<std::size_t> first_;     // by object, and the end
};

}  // namespace openperflib
