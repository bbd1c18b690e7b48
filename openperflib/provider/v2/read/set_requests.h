// SetRequests: the requests of a reader to processes whose sets have callbacks, or values that are
// copied on request.
//
// Resource: holds a connection to each process that has not answered yet; movable. One thread at a
//           time.
// Source:   docs/formats/offer.md, "Requests".
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/provider/v2/read/value_lack.h"
#include "openperflib/provider/v2/request_message.h"

namespace openperflib {

// Counters of a set that are read from now on: PERF_COUNTER_IDENTITY.
struct CounterIdentity {
  Guid set = {};
  std::uint32_t counter = 0;      // its id, or PERF_WILDCARD_COUNTER
  std::uint32_t instance_id = 0;  // not used with "*"
  std::u16string instance_name = u"*";
  auto operator<=>(const CounterIdentity&) const = default;
};

// What a reader needs of a set.
enum class SetPurpose : std::uint8_t {
  tell,         // notifies its callbacks of the counters that are read
  enumerate,    // reads the names of its instances
  collect,      // reads the values that SetRequests::want() named; all counters if it named none
  collect_all,  // reads the values of all counters, and wants them from now on
};

// All processes are asked at once, each by one request that must be answered before the next.
class SetRequests {
 public:
  using Clock = std::chrono::steady_clock;
  // `patience`: how long all requests of a collection may take together.
  explicit SetRequests(std::chrono::milliseconds patience) : patience_(patience) {}
  // Tells the processes that nothing is read any more, if memory suffices.
  ~SetRequests();
  SetRequests(SetRequests&&) noexcept = default;
  SetRequests& operator=(SetRequests&&) = delete;
  // In a forked child: closes all connections without sending anything.
  void forget() noexcept { asked_.clear(); }

  // The next request notifies the callbacks of all processes with the set that this is read, or not
  // any more. Processes that start later are notified before they are asked for values.
  void want(const CounterIdentity& identity);
  void unwant(const CounterIdentity& identity) noexcept;
  // Returns whether no want() is still in effect.
  [[nodiscard]] bool wants_nothing() const noexcept;
  // Tells the processes that were asked before what is not wanted any more, and waits for their
  // answers. Without memory, the next request tells them.
  void tell_removed() noexcept;

  // Starts a collection from these processes. Ends the previous one.
  void begin(std::span<const OfferedProcess> processes);
  // Adds a set of a process to the collection. Sends nothing if the set needs no request.
  void add(const OfferedProcess& process, const SegmentView& view, SetPurpose purpose);
  // Asks all processes at once; those that still owe an answer to an earlier request are not asked.
  void send();
  // Calls send() and wait() for what was added with SetPurpose::tell. Without memory, the next
  // request tells it.
  void tell(std::optional<Clock::time_point> deadline) noexcept;
  // Waits for the answers, until `deadline` at the latest.
  void wait(std::optional<Clock::time_point> deadline);
  // Tells the processes that the collection has ended.
  void end(std::optional<Clock::time_point> deadline);

  // Returns the error with which a callback refused a counter in this collection, as a code of
  // Windows; 0: the callback accepted it or was not notified.
  [[nodiscard]] std::uint32_t refusal(std::uint64_t process,
                                      const CounterIdentity& identity) const noexcept;
  // Returns why the values of a set cannot be read; none: they can.
  [[nodiscard]] ValueLack lack(std::uint64_t process, const Guid& set) const noexcept;
  // Returns the error of its callback, as a code of Windows; 0: none.
  [[nodiscard]] std::uint32_t code(std::uint64_t process, const Guid& set) const noexcept;
  // Returns whether the process has not answered in this collection.
  [[nodiscard]] bool is_late(std::uint64_t process, const Guid& set) const noexcept;

 private:
  // The counters of one set that are read.
  struct Wanted {
    std::set<CounterIdentity> named = {};
    bool is_whole = false;  // all counters
  };
  // A set of a process, with what its callbacks were told and have answered.
  struct AskedSet {
    Guid set = {};
    bool has_callback = false;
    bool is_copied = false;
    // Counters that the callbacks were told to be read, with Changes of the process at that time: a
    // callback that was added later does not know it.
    std::map<CounterIdentity, std::uint32_t> told = {};
    // Its callback was told that a collection began, and not that it ended.
    bool is_open = false;
    // In this collection.
    std::optional<SetPurpose> purpose = {};  // nullopt: it is not read
    bool is_answered = false;
    std::uint32_t code = 0;  // the first error
    std::map<CounterIdentity, std::uint32_t> refused = {};
  };
  // A process that was asked, or will be.
  struct Asked {
    std::uint64_t process = 0;
    std::string path = {};
    std::uint32_t changes = 0;  // OfferedProcess::changes
    std::vector<AskedSet> sets = {};
    UniqueFd connection = {};                // until it has answered
    RequestMessage unsent = {};              // where too many readers waited to be accepted
    std::vector<RequestEntry> entries = {};  // of the last request
    std::uint32_t entries_changes = 0;       // `changes` when they were sent
    bool is_old = false;                     // the request is of an earlier collection
  };
  // Returns the entry of a process; adds it if it is missing.
  [[nodiscard]] Asked& asked(const OfferedProcess& process);
  // Returns null if the set is not read in this collection.
  [[nodiscard]] const AskedSet* find(std::uint64_t process, const Guid& set) const noexcept;
  // Returns whether a query wants this; `identity` may also be that of all counters of a set.
  [[nodiscard]] bool is_wanted(const CounterIdentity& identity) const;
  // Appends the entries that a set needs for its purpose; those that do not fit are left to the
  // next request.
  void append_entries(const Asked& asked, const AskedSet& set, RequestMessage& message) const;
  // Append counters that the callbacks do not know to be read, or not to be read any more. Leave
  // room for the entry that asks for values.
  void append_added(const Asked& asked, const AskedSet& set, RequestMessage& message) const;
  void append_removed(const AskedSet& set, RequestMessage& message, std::size_t reserved = 0) const;
  // Sends what append_removed() finds to all processes, and waits.
  void send_removed();
  // Sends a message, unless it is empty or an answer is still owed; errors are ignored.
  static void request(Asked& asked, RequestMessage message);
  // Takes the answer, if it is there.
  void receive(Asked& asked);
  // Notes the answer to one entry.
  static void apply(Asked& asked, const RequestEntry& entry, std::uint32_t code);

  std::chrono::milliseconds patience_;
  Clock::time_point until_ = {};  // of this collection
  std::map<Guid, Wanted> wanted_;
  std::vector<Asked> asked_;  // ascending by process
  std::vector<std::byte> buffer_;
};

}  // namespace openperflib
