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

// Sets of two users are different ones here, even with the same GUID.
class KnownSets {
 public:
  // Registered names cannot be taken by a set.
  explicit KnownSets(std::shared_ptr<TitleStore> store) : store_(std::move(store)) {}

  // First none runs, then run() for each that does, then name_running().
  void begin();
  // By rank: of two sets that want one name, the one that runs first here has it. `is_displaced`:
  // another user's set of this GUID runs already. Null: no indices or memory are left for it. One
  // that is described in another way than before, or was displaced and is not any more, is another
  // one. Valid until it is not among those that run.
  [[nodiscard]] KnownSet* run(const CounterSetTemplate& set, uid_t user, bool is_displaced);
  // Gives the sets that run their names, the same in every process that reads them. Forgets sets
  // that do not run where they take too much memory.
  void name_running();
  // Whether other sets are registered than at the last name_running().
  [[nodiscard]] bool has_other_registration();
  // The registered sets that did not run then, by GUID; each has a lack. Valid until the next one.
  [[nodiscard]] std::span<const std::unique_ptr<KnownSet>> idle() const noexcept { return idle_; }
  // The registered title of an index in one language; empty: none is registered.
  [[nodiscard]] std::string_view title(TitleIndex index, LanguageId language) const noexcept {
    return registration_ == nullptr ? std::string_view() : registration_->title(index, language);
  }

 private:
  // Null: the indices are used up.
  [[nodiscard]] std::unique_ptr<KnownSet> make(const CounterSetTemplate& set, bool is_displaced);
  // As it is registered, but with titles of its own.
  [[nodiscard]] std::unique_ptr<KnownSet> make_displaced(const RegisteredSet& registered,
                                                         const CounterSetTemplate& set) const;
  // A registered set that no process publishes: its lack says so.
  [[nodiscard]] std::unique_ptr<KnownSet> make_registered(const RegisteredSet& registered) const;
  // A set that runs has a lack if its program describes it in another way.
  [[nodiscard]] std::unique_ptr<KnownSet> make_registered(const RegisteredSet& registered,
                                                          const CounterSetTemplate& running) const;
  // Whether it is still what it was when it was made.
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
