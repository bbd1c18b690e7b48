// SessionMachines: the machines of a session, each with its source and what was read of it last.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/query/query.h"
#include "openperflib/query/record.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/snapshot/source.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

// Resource. One thread at a time.
class SessionMachines {
 public:
  struct Machine {
    std::string name;  // as paths call it; empty: as its blocks do
    std::unique_ptr<Source> source;
    std::shared_ptr<const TitleSet> titles = {};  // of its part of the query
    Snapshot snapshot = {};                       // the newest
    std::string fault = {};                       // why the last read() failed
  };

  // At least one.
  explicit SessionMachines(std::vector<NamedSource> sources);

  // Makes a query over the machines, with the titles that they have now.
  [[nodiscard]] Query make_query(QueryOptions options);
  // Asks all sources for what their paths in `query` need, or for `request` in place of that, then
  // reads them one after the other, and gives the query what there is. A machine that cannot be
  // read, or is late, costs its own series alone. Errors: no machine could be read; that of the
  // first. end: no source has a further reading.
  [[nodiscard]] std::expected<ReadResult, SourceFault> take(
      Query& query, const std::optional<ObjectRequest>& request, Source::Deadline deadline);
  // Fills the catalog of what was read last.
  void fill(Catalog& catalog) const;

  // Whether all of them are live.
  [[nodiscard]] bool are_live() const noexcept;
  [[nodiscard]] const Machine& first() const noexcept { return machines_.front(); }
  // The machine of that name, the first one for an empty name; null: there is none.
  [[nodiscard]] const Machine* find(std::string_view name) const noexcept;
  // The first machine that the path is for; null: there is none.
  [[nodiscard]] const Machine* find(const PathPattern& path) const;
  // Their names: "a, b".
  [[nodiscard]] std::string names() const;
  [[nodiscard]] bool is_one() const noexcept { return machines_.size() == 1; }

 private:
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(
      std::size_t machine, Query& query, const std::optional<ObjectRequest>& request,
      Source::Deadline deadline);
  // Continues with the titles that the source has now. Returns whether the query then asks for
  // objects of which it did not know before.
  [[nodiscard]] bool follow_titles(std::size_t machine, Query& query);
  // What the query takes of a machine after its read().
  [[nodiscard]] static MachineBlock block_of(Machine& machine,
                                             const std::expected<ReadResult, SourceFault>& result);

  std::vector<Machine> machines_;
  std::vector<MachineBlock> blocks_;  // by machine, during take()
};

}  // namespace openperflib
