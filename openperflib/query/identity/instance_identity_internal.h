// The identities of the instances of a block, so that no difference is ever calculated between two
// different ones. Source: docs/objects.md, section 5.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "openperflib/query/catalog/block_map_internal.h"
#include "openperflib/query/catalog/catalog.h"

namespace openperflib {

// The time between two blocks, as identities need it. 100-ns units.
struct TimeStep {
  std::int64_t elapsed = 0;    // by PerfTime
  bool clock_was_set = false;  // PerfTime100nSec advanced differently
};

// A process is identified by its pid and its start, in blocks and in logs of single counters; after
// the clock was set by its age instead of its start. Starts come from a clock of whole seconds that
// may slip by one or two: if both sources contain the start of Idle, which is that of the machine,
// and the boot is the same, starts are measured from there.
struct ProcessIdentity {
  std::uint32_t pid = 0;   // 0: no process of its own (Idle, _Total)
  std::int64_t start = 0;  // FILETIME; 0: unknown
  std::int64_t boot = 0;   // FILETIME, of Idle; 0: unknown
  std::int64_t now = 0;    // PerfTime of its object when it was read
};
// Returns an instant of a clock that runs since 1601, in units of 100 ns; 0: the ticks per second
// of the clock are not known.
[[nodiscard]] std::int64_t instant_of(std::uint64_t ticks, std::uint64_t time_base) noexcept;

[[nodiscard]] bool is_same_process(const ProcessIdentity& older, const ProcessIdentity& newer,
                                   const TimeStep& step) noexcept;

// The identities of all instances of a block.
class InstanceIdentities {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // Reads them from the block that `catalog` and `map` were made of.
  void assign(const Snapshot& snapshot, const Catalog& catalog, const BlockMap& map);

  // Whether the processes of the next block, which has the same layout, are the same ones; true if
  // there are none. If so, they are identified by that block from now on.
  [[nodiscard]] bool follow(const DataBlockView& view, const TimeStep& step) noexcept;

  // The processes of an object that are the same as in an older block keep their tokens: starts
  // slip. Other instances have the same tokens already if they are the same. `older_object` and
  // `object`: positions in their blocks.
  void continue_from(const InstanceIdentities& older, std::size_t older_object, std::size_t object,
                     const TimeStep& step);

  // What stands for the instance, in every query over the same blocks. For a process its pid and
  // its start, measured from that of the machine where the block has it.
  [[nodiscard]] std::uint64_t token(std::size_t object, std::uint32_t instance) const noexcept {
    return tokens_[first_entry_[object] + instance];
  }

  // Returns whether some instance of the object has this token.
  [[nodiscard]] bool has_token(std::size_t object, std::uint64_t token) const noexcept;
  // The pid of a process; 0 for anything else.
  [[nodiscard]] std::uint32_t process_id(std::size_t object, std::uint32_t instance) const noexcept;

 private:
  enum class Kind : std::uint8_t { process, key, unique_id, name };
  struct Entry {
    Kind kind;
    std::uint64_t token;            // pid, key, unique id, hash of the name
    std::uint32_t instance;         // position
    std::uint32_t twin = 0;         // number of entries before it with the same kind and token
    std::uint32_t duplicates = 0;   // number of such entries
    std::uint32_t process = kNone;  // position in processes_
    [[nodiscard]] auto place() const noexcept { return std::tuple(kind, token, instance); }
  };
  // Where a process has its identity, in bytes from the start of the block.
  struct ProcessPlace {
    CounterBlockPlace pid;
    CounterBlockPlace start;  // size 0: missing
    CounterBlockPlace boot;   // the start of Idle; size 0: missing
    std::uint32_t clock;      // PerfTime of its object
    ProcessIdentity identity;
  };
  // The definitions that identify processes.
  struct ProcessCounters {
    const Catalog::Counter* pid = nullptr;
    const Catalog::Counter* start = nullptr;
    CounterBlockPlace boot{};  // where Idle has its start; size 0: it has none
  };
  [[nodiscard]] static ProcessCounters process_counters(const Catalog::Object& object) noexcept;
  [[nodiscard]] static ProcessIdentity identity_in(const DataBlockView& view,
                                                   const ProcessPlace& process) noexcept;
  [[nodiscard]] static CounterBlockPlace boot_place(
      const Snapshot& snapshot, const Catalog::Object& object, const Catalog::Counter* start,
      std::span<const CounterBlockPlace> blocks) noexcept;
  static void number_twins(std::span<Entry> entries);
  void add_tokens(std::span<const Entry> entries);
  void add_object(const Snapshot& snapshot, const Catalog::Object& object, std::size_t position,
                  const BlockMap& map);
  [[nodiscard]] bool read_process(const Snapshot& snapshot, const Catalog::Object& object,
                                  const ProcessCounters& counters, std::uint32_t instance,
                                  CounterBlockPlace block, std::uint32_t clock, Entry& entry);
  [[nodiscard]] std::span<const Entry> entries(std::size_t object) const noexcept;

  std::vector<Entry> entries_;              // grouped by object, sorted by place()
  std::vector<std::size_t> first_entry_;    // by object, and the end
  std::vector<ProcessPlace> processes_;     // and threads, which are identified the same way
  CounterBlockPlace boot_{};                // during assign(): of the last object of processes
  std::vector<std::uint32_t> process_ids_;  // by object and position, as first_entry_ says
  std::vector<std::uint64_t> tokens_;       // the same
};

}  // namespace openperflib
