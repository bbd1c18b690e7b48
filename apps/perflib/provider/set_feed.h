// SetFeed: counter sets whose values come in lines.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <vector>

#include "apps/perflib/provider/published_line.h"
#include "openperflib/provider/v2/publish/counter_set.h"

namespace openperflib::apps {

// Resource: the sets and their instances, until it is destroyed; movable. One thread at a time.
class SetFeed {
 public:
  static constexpr std::size_t kMostInstances = 65'536;  // of all sets

  // `publisher` must outlive this. Errors: "NAME: what is wrong with the set".
  [[nodiscard]] static std::expected<SetFeed, std::string> publish(
      Publisher& publisher, const std::vector<CounterSetDeclaration>& sets);

  // Makes the instance that a change is of, if it does not exist yet. Errors: why the line cannot
  // be applied, for people; nothing has changed then.
  [[nodiscard]] std::expected<void, std::string> apply(const PublishedLine& line);

 private:
  struct FedSet {
    CounterSetDeclaration declaration;
    CounterSet set;
    std::map<std::string, CounterSetInstance> instances = {};  // by the name, case ignored
  };
  [[nodiscard]] std::expected<FedSet*, std::string> find_set(const CounterPath& path);
  [[nodiscard]] std::expected<CounterSetInstance*, std::string> find_or_add(
      FedSet& set, const CounterPath& path);
  [[nodiscard]] std::expected<void, std::string> remove(FedSet& set, const CounterPath& path);

  std::vector<FedSet> sets_;
  std::size_t instances_ = 0;
};

}  // namespace openperflib::apps
