// Source: where snapshots come from.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/snapshot/object_description.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

// Whether read() found a reading or the end of the source.
enum class ReadResult : std::uint8_t { reading, end };

// Anything that provides snapshots: this machine, a recorded root folder, a saved block.
class Source {
 public:
  // When a reading must be over: values that are late then are missing, with a reason. nullopt: the
  // source decides.
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  virtual ~Source() = default;
  // Starts what read() of the same request waits for, such as the answer of another machine, so
  // that a caller of several sources waits for all of them at once. The time that the source allows
  // begins here. read() needs no call before it.
  virtual void ask(const ObjectRequest& /*request*/) {}
  // Collects the request into `into`, which is reused. The snapshot's missing() reports parts that
  // could not be collected; an error means that there is no snapshot at all. An answer that has
  // arrived is given even after the deadline; one that is late is the error ETIMEDOUT.
  [[nodiscard]] virtual std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                                    Deadline deadline,
                                                                    Snapshot& into) = 0;
  // Reads without a deadline.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                            Snapshot& into) {
    return read(request, std::nullopt, into);
  }
  // Returns whether time passes between two readings (a live machine), or each reading has its own
  // time (root folders, files), so that there is nothing to wait for.
  [[nodiscard]] virtual bool is_live() const noexcept = 0;
  // Returns the titles of everything that can be requested by name. Their generation changes with
  // them: the caller then gives them to its query (Query::set_titles).
  [[nodiscard]] virtual std::shared_ptr<const TitleSet> titles() = 0;
  // Returns descriptions of its objects, never null; empty: it describes none. Valid until the next
  // read().
  [[nodiscard]] virtual std::vector<const ObjectDescription*> describe() const { return {}; }
  // Returns the description of a counter; null: nothing describes it. Valid until the next read().
  [[nodiscard]] virtual const CounterDescription* describe_counter(TitleIndex object,
                                                                   TitleIndex counter) const;
  // Returns where one value comes from, in words; empty: not known.
  [[nodiscard]] virtual std::string source_of(const SourceQuestion& /*value*/) const { return {}; }
};

}  // namespace openperflib
