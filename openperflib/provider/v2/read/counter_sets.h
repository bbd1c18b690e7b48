// CounterSets: the provider of the counter sets that other processes publish.
//
// Resource: maps their segments; starts nothing and has no thread. One thread at a time.
// Source:   docs/formats/offer.md; docs/formats/segment.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/provider/provider.h"
#include "openperflib/provider/v2/read/known_sets.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/provider/v2/read/set_requests.h"

namespace openperflib {

// How much of a block counter sets may fill. All of them together fill half of what a sample of a
// recording, and Limits, permit: the other half is for the objects of other providers. Half a
// million values of a user cost a recorder about 200 MiB.
struct BlockRoom {
  std::uint64_t bytes = 0;
  std::uint64_t values = 0;  // definitions times instances

  // 16 MiB and 2^19 values; of all users, 32 MiB and 2^22 values.
  static constexpr BlockRoom of_user() noexcept { return {16U << 20U, 1U << 19U}; }
  static constexpr BlockRoom of_all() noexcept { return {32U << 20U, 4U << 20U}; }
  // Returns the share of one of `users`; no user can take that of another one.
  [[nodiscard]] BlockRoom share(std::size_t users, const BlockRoom& most) const noexcept;
  // Takes `needed` from the room. Returns whether it was enough; if not, nothing is taken.
  bool take(const BlockRoom& needed) noexcept;
};

// How CounterSets works.
struct CounterSetsOptions {
  ReadingFolders folders = {};
  StoreFolders stores = {};  // whose registered names a set cannot take
  // The store of these folders, which this reads at each collection, and other providers of the
  // same thread use; null: one of its own.
  std::shared_ptr<TitleStore> store = {};
  OfferLimits limits = {};
  std::size_t user_sets = 4'096;               // of one user
  BlockRoom user_room = BlockRoom::of_user();  // of the sets of one user
  BlockRoom total_room = BlockRoom::of_all();  // and of all
};

// A set that runs now, for consumers that want its values and no object. Valid until the next
// look().
struct RunningSet {
  // As it is registered, in the order in which the first of its processes describes it.
  const CounterSetTemplate* set = nullptr;
  TitleIndex index = 0;
  std::string_view name = {};  // as it is shown
  std::string_view lack = {};  // not empty: it is not the set that is registered: no values
  bool is_of_system = false;
  bool is_displaced = false;                 // another user's set has its GUID
  std::span<const UnixPeer> processes = {};  // each once
  const KnownSet* known = nullptr;
};

// Waits for processes no longer than CounterSetsOptions::limits and a deadline permit.
class CounterSets final : public Provider {
 public:
  // The texts of `fixed` must live as long as this. Looks for sets at once.
  CounterSets(const TitleTable& fixed, CounterSetsOptions options);

  [[nodiscard]] std::string_view name() const noexcept override { return "counter sets"; }
  // The sets that run, by index, then the registered ones that do not.
  [[nodiscard]] std::span<const ObjectDescription> describe() const noexcept override {
    return descriptions_;
  }
  // Changes with the sets that run or are registered.
  [[nodiscard]] std::uint64_t generation() const noexcept override { return generation_; }
  // Returns the processes whose sets cannot be used, or not as a whole.
  [[nodiscard]] std::vector<ServiceState> services() const override;
  [[nodiscard]] CounterSets* counter_sets() noexcept override { return this; }
  void begin(const CollectTask& task) override;
  // Writes the requested sets that run; a registered one that does not is reported as absent.
  [[nodiscard]] std::expected<void, ProviderFault> collect(const CollectTask& task,
                                                           DataBlockBuilder& builder,
                                                           ProviderReport& report) override;

  // A collection without a block: look(), then instances() of the sets that are wanted. begin()
  // looks, too, and both ways have the same values until the next look.
  void look();
  // Returns how many sets run, as of the last look().
  [[nodiscard]] std::size_t running_count() const noexcept { return live_.size(); }
  // Returns a running set by its position, below running_count(), in the order of their indices.
  [[nodiscard]] RunningSet running(std::size_t position) const noexcept;
  // Returns its instances, with the instance type applied; reads them at the first call after a
  // look. Values are in the order of the set's counters. Valid until the next look().
  [[nodiscard]] std::span<const SetInstance> instances(std::size_t position);
  // Sets which counters are read from now on, for callbacks: see SetRequests.
  void want(const CounterIdentity& identity) { requests_.want(identity); }
  void unwant(const CounterIdentity& identity) noexcept { requests_.unwant(identity); }
  // Returns whether no want() is still in effect.
  [[nodiscard]] bool wants_nothing() const noexcept { return requests_.wants_nothing(); }
  // Tells the processes of these sets, after look(), what is wanted, and waits for their answers.
  void tell(std::span<const std::size_t> positions);
  // Returns the error with which the callbacks of a set refused a counter then, as a code of
  // Windows; 0: at least one process accepted it.
  [[nodiscard]] std::uint32_t refusal(std::size_t position,
                                      const CounterIdentity& identity) const noexcept;
  // Tells, at any time, the processes that were asked before what is not wanted any more.
  void tell_removed() noexcept { requests_.tell_removed(); }
  // Sends requests, after look() and before instances(), to those processes of the sets that need
  // them, without waiting. Call it once for all wanted sets: a process gets one request with all of
  // its sets, and several processes answer at the same time.
  void ask(std::span<const std::size_t> positions, SetPurpose purpose);
  // Returns the first error that a callback of the set returned after the last look(), as a code of
  // Windows; 0: none.
  [[nodiscard]] std::uint32_t callback_code(std::size_t position) const noexcept;
  // Tells the processes that all instances were read; the next look() would do so.
  void finish() { requests_.end(deadline_); }
  // In a forked child: closes the connections without sending anything.
  void forget() noexcept override { requests_.forget(); }
  // Returns the registered sets that do not run, by GUID. Valid until the next look().
  [[nodiscard]] std::span<const std::unique_ptr<KnownSet>> idle() const noexcept {
    return known_.idle();
  }
  // Returns the registered title of an index in one language; empty: none is registered. Valid
  // until the next look().
  [[nodiscard]] std::string_view title(TitleIndex index, LanguageId language) const noexcept {
    return known_.title(index, language);
  }

 private:
  // Valid until the next look().
  struct LiveSegment {
    OfferedProcess* process;
    OfferedSegment* segment;
  };
  // A set that runs, of one user.
  struct LiveSet {
    KnownSet* known = nullptr;
    bool is_of_system = false;
    std::vector<LiveSegment> segments = {};
    std::vector<UnixPeer> processes = {};
    // What a collection has found:
    bool is_read = false;
    bool is_asked = false;
    std::uint32_t without_room = 0;             // instances that are not in the block
    bool is_left_out = false;                   // the block has no room for the counters either
    std::vector<SetSegment> readings = {};      // of those segments that are not withdrawn
    std::vector<const LiveSegment*> read = {};  // of each of the readings
  };
  // What one user has used, and what is left for the user, until the next look().
  struct UserRoom {
    uid_t user = 0;
    BlockRoom left = {};
    std::size_t sets = 0;
    ReadBudget budget = {};
  };
  // Why the offer of a process is not used for a set.
  enum class Conflict : std::uint8_t {
    described_otherwise,
    of_system,
    of_other_user,  // it is shown under another name
    too_many,
    without_place
  };
  // An offer with its conflict. There is one for each process and kind of conflict.
  struct Conflicting {
    OfferPlace place;
    uid_t user;
    Conflict conflict;
    Guid set;
  };
  // Groups the segments of all processes by set and user.
  void follow_offers();
  // Adds a segment to the set of its user, or a conflict. Processes come by their rank.
  void add_segment(OfferedProcess& process, OfferedSegment& segment);
  // Null: it cannot be shown.
  [[nodiscard]] LiveSet* begin_live(const OfferedProcess& process, const CounterSetTemplate& set,
                                    bool is_displaced);
  // The set that has the GUID; null: none runs.
  [[nodiscard]] const LiveSet* find_first(const Guid& set) const noexcept;
  // The position of the set of that GUID which this user publishes; live_.size(): none.
  [[nodiscard]] std::size_t position_of(const Guid& set, uid_t user) const noexcept;
  void add_conflict(const OfferedProcess& process, Conflict conflict, const Guid& set);
  // Makes descriptions_ from the sets that run and the idle ones.
  void describe_sets();
  // These report what is wrong with an offer as an event, once for each place.
  void report_refused(ProviderReport& report);
  void report_losses(const LiveSet& live, ProviderReport& report);
  void report_requests(const LiveSet& live, ProviderReport& report);
  // For people.
  [[nodiscard]] std::string text_of(const Conflicting& one) const;
  [[nodiscard]] static std::string losses_text(const LiveSet& live, const SegmentLosses& losses);
  [[nodiscard]] static std::string room_text(const LiveSet& live);
  // Returns whether this is the first report about the place.
  [[nodiscard]] bool note_reported(const OfferPlace& place);

  // Adds what the set needs to the next request to its processes; nothing if it has a lack.
  void add_requests(LiveSet& live, SetPurpose purpose);
  // Reads a segment within the budget of its user, and marks what its process does not give.
  void read_segment(const LiveSegment& one);
  // The instances, read at the first call after a look(): asks if nothing was asked, and waits.
  [[nodiscard]] std::span<const SetInstance> read(LiveSet& live);
  // Begins the object with the definitions of the set, whose links are reported.
  static void begin_object(const KnownSet& set, const ObjectHeader& header,
                           DataBlockBuilder& builder, ProviderReport& report);
  // Writes the object of one set, or reports why it is absent.
  void write(LiveSet& live, const ObjectRequest& request, DataBlockBuilder& builder,
             ProviderReport& report);
  // Leaves out and counts the instances for which a block has no room.
  void write_instances(LiveSet& live, std::span<const SetInstance> instances,
                       DataBlockBuilder& builder, ProviderReport& report);
  // Writes one instance, whose missing values are reported. `position`: of it in the object.
  void write_values(const KnownSet& set, const SetInstance& instance, std::uint32_t position,
                    DataBlockBuilder& builder, ProviderReport& report) const;
  // The part of a user, made with its share at the first call after a look().
  [[nodiscard]] UserRoom& room_of(uid_t user);
  // Returns whether the block has room for the counters of a set.
  [[nodiscard]] bool take_object_room(LiveSet& live);
  // Returns whether an instance may still be written; counts it otherwise.
  [[nodiscard]] bool take_room(LiveSet& live, const SetInstance& instance);

  CounterSetsOptions options_;
  OfferWatch watch_;
  SetRequests requests_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;  // of the collection
  KnownSets known_;
  std::vector<LiveSet> live_;
  std::vector<ObjectDescription> descriptions_;
  std::vector<Conflicting> conflicts_;
  std::vector<OfferPlace> reported_;  // of which something was reported
  std::vector<UserRoom> rooms_;
  std::vector<std::size_t> requested_;  // positions of sets, of the collection
  std::size_t users_ = 1;               // whose sets run
  std::string name_;                    // of the instance being written
  std::uint64_t generation_ = 0;
  bool must_follow_ = true;  // the offers have changed since live_ was made
};

}  // namespace openperflib
