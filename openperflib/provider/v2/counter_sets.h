// CounterSets: the provider of the counter sets that other processes publish.
//
// Resource: maps their segments; starts nothing and has no thread. One thread at a time.
// Source:   docs/formats/offer.md; docs/formats/segment.md.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/provider/provider.h"
#include "openperflib/provider/v2/offer_watch.h"
#include "openperflib/provider/v2/set_definitions.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// The indices of sets that are not registered begin here. They are given in the order in which the
// sets appear, and belong to one CounterSets.
inline constexpr TitleIndex kFirstUnregistered = 1'000'000;

struct CounterSetsOptions {
  ReadingFolders folders = {};
  StoreFolders stores = {};  // whose registered names a set cannot take
  OfferLimits limits = {};
  std::uint64_t user_room = 64U << 20U;    // bytes in a block, of the sets of one user
  std::uint64_t total_room = 256U << 20U;  // and of all
};

class CounterSets final : public Provider {
 public:
  // The texts of `fixed` must live as long as this. Looks for sets at once.
  CounterSets(const TitleTable& fixed, CounterSetsOptions options);

  [[nodiscard]] std::string_view name() const noexcept override { return "counter sets"; }
  [[nodiscard]] std::span<const ObjectDescription> describe() const noexcept override {
    return descriptions_;
  }
  [[nodiscard]] std::uint64_t generation() const noexcept override { return generation_; }
  // The offers that cannot be used.
  [[nodiscard]] std::vector<ServiceState> services() const override;
  void begin(const CollectTask& task) override;
  [[nodiscard]] std::expected<void, ProviderFault> collect(const CollectTask& task,
                                                           DataBlockBuilder& builder,
                                                           ProviderReport& report) override;

 private:
  // A set that was seen at some time: it keeps its indices.
  struct KnownSet {
    CounterSetTemplate set;
    TitleIndex index = 0;
    SetDefinitions definitions = {};
    std::string name = {};  // as it is shown
    std::vector<std::string> counter_names = {};
    std::vector<CounterDescription> counters = {};
  };
  struct LiveSegment {
    OfferedProcess* process;
    OfferedSegment* segment;
  };
  // A set that runs.
  struct LiveSet {
    KnownSet* known = nullptr;
    bool is_of_system = false;
    std::vector<LiveSegment> segments = {};
  };
  struct UserRoom {
    uid_t user = 0;
    std::uint64_t left = 0;  // bytes
    ReadBudget budget = {};
  };
  // Groups the segments of all processes by set.
  void follow_offers();
  void add_segment(OfferedProcess& process, OfferedSegment& segment);
  void describe_sets();
  [[nodiscard]] KnownSet& known(const CounterSetTemplate& set);
  [[nodiscard]] std::string shown_name(const KnownSet& set);
  void report_refused(ProviderReport& report);

  void write(LiveSet& live, const ObjectRequest& request, DataBlockBuilder& builder,
             ProviderReport& report);
  [[nodiscard]] std::uint32_t read(LiveSet& live);
  void write_instances(LiveSet& live, DataBlockBuilder& builder, ProviderReport& report);
  void write_values(const KnownSet& set, const InstanceReading& instance,
                    DataBlockBuilder& builder) const;
  [[nodiscard]] UserRoom& room_of(uid_t user);
  // Whether an instance of so many bytes may still be written.
  [[nodiscard]] bool take_room(uid_t user, std::uint64_t bytes);

  CounterSetsOptions options_;
  OfferWatch watch_;
  TitleStore store_;  // kept, so that a store is read again only after it has changed
  std::map<Guid, std::unique_ptr<KnownSet>> known_;
  TitleIndex next_index_ = kFirstUnregistered;
  std::vector<LiveSet> live_;
  std::vector<ObjectDescription> descriptions_;
  std::vector<ServiceState> conflicts_;
  std::vector<OfferPlace> reported_;  // refused offers that were reported
  std::vector<UserRoom> rooms_;
  std::uint64_t total_left_ = 0;
  std::string name_;  // of the instance being written
  std::uint64_t generation_ = 0;
};

}  // namespace openperflib
