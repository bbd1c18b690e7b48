// KnownSets: the counter sets that were seen, with what their objects are called.
//
// Resource: reads the title stores. One thread at a time.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/guid.h"
#include "openperflib/provider/provider.h"
#include "openperflib/provider/v2/read/set_definitions.h"
#include "openperflib/provider/v2/read/set_instances.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// The indices of sets that are not registered begin here. They are given in the order in which the
// sets appear, and belong to one KnownSets.
inline constexpr TitleIndex kFirstUnregistered = 1'000'000;

// A set of one user that was seen at some time, or is registered. It keeps its indices, and what
// its instances had.
struct KnownSet {
  CounterSetTemplate offered;  // as its program describes it
  CounterSetTemplate set;      // the same with what is registered of it
  TitleIndex index = 0;
  SetDefinitions definitions;
  SetInstances instances;
  std::string name = {};  // as it is shown; empty while it does not run
  std::vector<std::string> counter_names = {};
  std::vector<CounterDescription> counters = {};
  std::size_t bytes = 0;  // that its texts and counters take, about
  bool runs = false;
  uid_t user = 0;             // whose processes publish it
  bool is_displaced = false;  // another user's set of this GUID comes first
  // What follows is that of a registered set.
  bool is_registered = false;
  std::uint64_t generation = 0;                     // of what is registered
  std::vector<std::uint32_t> title_positions = {};  // of its counters; empty: their own
  std::string lack = {};                            // why it has no values; empty: it has

  // The title of the name of a counter.
  [[nodiscard]] TitleIndex title_of(std::uint32_t position) const noexcept {
    return counter_title(index, title_positions.empty() ? position : title_positions[position]);
  }
};

// Sets of two users are different sets, even with the same GUID.
class KnownSets {
 public:
  // Registered names cannot be taken by a set.
  explicit KnownSets(std::shared_ptr<TitleStore> store) : store_(std::move(store)) {}

  // Starts a pass in which no set runs yet; then come run() for each running set and
  // name_running().
  void begin();
  // Adds a running set. Call it by rank: of two sets with the same name, the first one gets it.
  // `is_displaced`: another user's set of this GUID runs already. A set whose description differs
  // from the earlier one, or that is not displaced any more, counts as a different set. Null: no
  // indices or memory are left. Valid until a begin() that no run() of this set follows.
  [[nodiscard]] KnownSet* run(const CounterSetTemplate& set, uid_t user, bool is_displaced);
  // Names the running sets, the same in every process that reads them. Forgets sets that do not run
  // if they take too much memory.
  void name_running();
  // Returns whether the registered sets have changed since the last name_running().
  [[nodiscard]] bool has_other_registration();
  // Registered sets that were not running at the last name_running(), by GUID; `lack` says why they
  // have no values. Valid until the next name_running().
  [[nodiscard]] std::span<const std::unique_ptr<KnownSet>> idle() const noexcept { return idle_; }
  // Returns the registered title of an index in one language; empty: none is registered.
  [[nodiscard]] std::string_view title(TitleIndex index, LanguageId language) const noexcept {
    return registration_ == nullptr ? std::string_view() : registration_->title(index, language);
  }

 private:
  // Returns null if the indices are used up.
  [[nodiscard]] std::unique_ptr<KnownSet> make(const CounterSetTemplate& set, bool is_displaced);
  // As it is registered, but with titles of its own.
  [[nodiscard]] std::unique_ptr<KnownSet> make_displaced(const RegisteredSet& registered,
                                                         const CounterSetTemplate& set) const;
  // A registered set that no process publishes: its lack says so.
  [[nodiscard]] std::unique_ptr<KnownSet> make_registered(const RegisteredSet& registered) const;
  // A set that runs has a lack if its program describes it in another way.
  [[nodiscard]] std::unique_ptr<KnownSet> make_registered(const RegisteredSet& registered,
                                                          const CounterSetTemplate& running) const;
  // Returns whether it would be made the same way now.
  [[nodiscard]] bool is_current(const KnownSet& known, const CounterSetTemplate& set,
                                bool is_displaced) const;
  // Makes idle_ from the registered sets that do not run.
  void list_idle();
  // Drops the oldest of the sets that do not run, while they take more than 32 MiB.
  void forget_some();

  std::shared_ptr<TitleStore>
      store_;  // kept, so that a store is read again only after it has changed
  // A set, and the user who publishes it.
  using Owned = std::pair<Guid, uid_t>;
  std::map<Owned, std::unique_ptr<KnownSet>> known_;
  std::vector<KnownSet*> running_;                    // in the order of run()
  std::shared_ptr<const Registration> registration_;  // since begin()
  std::vector<std::unique_ptr<KnownSet>> idle_;
  TitleIndex next_index_ = kFirstUnregistered;
};

}  // namespace openperflib
