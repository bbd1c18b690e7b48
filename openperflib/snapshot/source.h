// Source: where snapshots come from.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>

#include "openperflib/base/source_fault.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

// Whether there was a reading.
enum class ReadResult : std::uint8_t { reading, end };

// Anything that provides snapshots: this machine, a recorded root folder, a saved block.
class Source {
 public:
  virtual ~Source() = default;
  // Collects the request into `into`, which is reused. The snapshot's missing() reports parts that
  // could not be collected; an error means that there is no snapshot at all.
  [[nodiscard]] virtual std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                                    Snapshot& into) = 0;
  // Whether time passes between two readings (a live machine), or each reading has its own time
  // (root folders, files), so that there is nothing to wait for.
  [[nodiscard]] virtual bool is_live() const noexcept = 0;
  // What can be asked for by name. Another generation when that has changed: a query over the
  // source is then given the new titles (Query::set_titles).
  [[nodiscard]] virtual std::shared_ptr<const TitleSet> titles() = 0;
};

}  // namespace openperflib
