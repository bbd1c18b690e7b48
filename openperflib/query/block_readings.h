// BlockReadings: the readings of all series of a log's blocks, for callers that count or list them.
// No series is bound or followed from block to block, so that a block with new instances costs
// little more than one without.
#pragma once

#include <memory>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/query/record.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// Resource.
class BlockReadings {
 public:
  // The texts of `titles` must outlive it. `decode`: as for Catalog::assign().
  explicit BlockReadings(const TitleTable& titles, CodePageDecoder decode = nullptr);
  ~BlockReadings();

  // Takes the next record, which has a block that is not empty, or blocks of objects.
  void take(const Record& record);
  // Returns a record of readings as it is. Takes one of blocks, and returns its catalog and
  // sample, which live until the next one.
  [[nodiscard]] Record readings_of(const Record& record);

  // Returns the catalog of the last block; it lives until the next take(). It has another
  // generation when its objects, counters, instances or names change. That of the blocks of objects
  // has their series one by one.
  [[nodiscard]] const Catalog& catalog() const noexcept;
  // Returns the readings of the last block, by the numbers of the catalog's series. Only those of
  // listed_runs() mean something. starts_anew: the log says so, or the clocks of the last two
  // blocks do; those of single objects say nothing of the machine.
  [[nodiscard]] const Sample& sample() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
