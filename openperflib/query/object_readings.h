// ObjectReadings: the series of one object of a log whose objects have a block each, and their
// readings, without a query: for callers that need all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "openperflib/counter/raw_counter.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/series.h"
#include "openperflib/query/record.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// Returns the identity of a series in a log of objects: equal series have equal identities (ADR
// 0016), but differences must not cross from one object to another. `number`: of the object.
[[nodiscard]] std::uint64_t identity_in_log(std::uint64_t identity, std::uint32_t number) noexcept;

// Resource, movable. Its series are the listed ones of the object, in the order of the block.
class ObjectReadings {
 public:
  // `decode`: as for Catalog::assign().
  explicit ObjectReadings(CodePageDecoder decode = nullptr);
  ~ObjectReadings();
  ObjectReadings(ObjectReadings&&) noexcept;
  ObjectReadings& operator=(ObjectReadings&&) noexcept;

  // Takes the next record's object, which has a block. Returns whether its series are others than
  // in the block before.
  bool take(const LoggedObject& object);
  // Returns the number of series in the last block.
  [[nodiscard]] std::size_t series_count() const noexcept;
  // Returns a series of the last block, without machine and path; its texts live until take().
  [[nodiscard]] Series series_at(std::size_t position) const;
  // Adds all of them to the catalog of a log, in which the object has this number (Series::path).
  // Series that are the same as in the block before have the same identities.
  void add_series(std::uint32_t number, std::string_view machine, Catalog& into) const;
  // Reads the block that was taken last, one place per series.
  void read(const Snapshot& block, std::span<RawCounter> into);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
