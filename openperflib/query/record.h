// Record: what a source read at one time, as a query takes it.
//
// Source: docs/adr/0030-one-record.md.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/snapshot/missing_reason.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// One object of a log in which each object has a block with clocks of its own: a BLG of objects.
// Its series are those of the first object in the block; the others only describe that one. View.
struct LoggedObject {
  const Snapshot* block = nullptr;     // null: the record lacks the object, or it is damaged
  std::string_view machine = {};       // as the log calls it
  const TitleTable* titles = nullptr;  // the names of that machine
  std::span<const Title> originals =
      {};                     // names in the language of the log, as in Catalog::assign()
  std::uint32_t catalog = 0;  // another one: what stands in its place was another object before
};

// How a log describes one of its blocks. Value.
struct LoggedBlock {
  FileTime time_utc = 0;     // of the record, on the clock of the log
  bool starts_anew = false;  // nothing before is comparable, whatever the clocks of the block say
  CodePageDecoder decode = nullptr;  // of names in blocks that come from files; null: the query's
  const LoggedObject* object = nullptr;  // which the block is for; null: for all objects
};

// The block of one of several machines. View.
struct MachineBlock {
  const Snapshot* block = nullptr;  // null, or empty: the machine did not answer
  // The status of its values then, and why.
  CStatus status = CStatus::no_machine;
  MissingReason missing = MissingReason::other;
  std::string_view reason = {};  // empty: the explanation of the status
};

// View: a block, the blocks of several machines or those of the objects of a log, in which the
// query finds its series, or the readings of a catalog's series. It refers to what the source keeps
// until its next reading. A snapshot is a record of a live source, or of a file without a clock of
// its own; an empty one is skipped.
struct Record {
  // A block of this machine, or of a file that is only a block.
  Record(const Snapshot& its_block) : block(&its_block) {}  // NOLINT(google-explicit-constructor)
  // A block of a log. Its series have the name of its machine, and no value is calculated across a
  // restart of the machine or a clock that was set.
  Record(const Snapshot& its_block, const LoggedBlock& its_log)
      : block(&its_block), logged(its_log) {}
  // The blocks of the objects of a log; every record has all of its objects, in one order.
  Record(std::span<const LoggedObject> its_objects, const LoggedBlock& its_log)
      : logged(its_log), objects(its_objects) {}
  // The blocks of the machines of a query over several, in the order of Query::add_machine().
  Record(std::span<const MachineBlock> its_machines)  // NOLINT(google-explicit-constructor)
      : machines(its_machines) {}
  // Readings of the catalog's series, in its order. `its_values` contains their values if the
  // source holds values (text logs); if it is null, they are calculated from the readings.
  Record(const Catalog& its_catalog, const Sample& its_sample, const Row* its_values = nullptr)
      : catalog(&its_catalog), sample(&its_sample), values(its_values) {}

  const Snapshot* block = nullptr;
  std::optional<LoggedBlock> logged;
  std::span<const LoggedObject> objects;
  std::span<const MachineBlock> machines;
  const Catalog* catalog = nullptr;
  const Sample* sample = nullptr;
  const Row* values = nullptr;
};

}  // namespace openperflib
