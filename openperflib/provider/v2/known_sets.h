// KnownSets: the counter sets that were seen, with what their objects are called.
//
// Resource: reads the title stores. One thread at a time.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/guid.h"
#include "openperflib/provider/provider.h"
#include "openperflib/provider/v2/set_definitions.h"
#include "openperflib/provider/v2/set_instances.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// The indices of sets that are not registered begin here. They are given in the order in which the
// sets appear, and belong to one KnownSets.
inline constexpr TitleIndex kFirstUnregistered = 1'000'000;

// A set that was seen at some time. It keeps its indices, and what its instances had.
struct KnownSet {
  CounterSetTemplate set;
  TitleIndex index = 0;
  SetDefinitions definitions;
  SetInstances instances;
  std::string name = {};  // as it is shown; empty while it does not run
  std::vector<std::string> counter_names = {};
  std::vector<CounterDescription> counters = {};
  std::size_t bytes = 0;  // that its texts and counters take, about
  bool runs = false;
};

class KnownSets {
 public:
  // The texts of `fixed` must live as long as this. Registered names cannot be taken by a set.
  KnownSets(const TitleTable& fixed, StoreFolders stores) : store_(fixed, std::move(stores)) {}

  // First none runs, then run() for each that does, then name_running().
  void begin() noexcept;
  // Null: no indices or memory are left for it. One that is described in another way than before is
  // another one. Valid until it is not among those that run.
  [[nodiscard]] KnownSet* run(const CounterSetTemplate& set);
  // Those that began get names. Forgets sets that do not run where they take too much memory.
  void name_running();

 private:
  [[nodiscard]] std::unique_ptr<KnownSet> make(const CounterSetTemplate& set);
  void forget_some();

  TitleStore store_;  // kept, so that a store is read again only after it has changed
  std::map<Guid, std::unique_ptr<KnownSet>> known_;
  std::vector<KnownSet*> running_;  // in the order of run()
  TitleIndex next_index_ = kFirstUnregistered;
};

}  // namespace openperflib
