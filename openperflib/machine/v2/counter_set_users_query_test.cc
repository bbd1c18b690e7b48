// What a consumer of perflib.h reads of a set that two users publish.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/machine/v2/counter_set_query.h"
#include "openperflib/testing/providers/counter_set_query_stage.h"
#include "openperflib/testing/providers/counter_set_users_stage.h"

namespace openperflib {
namespace {

class CounterSetUsersQuery : public CounterSetUsersStage {
 protected:
  // This machine with the sets of both folders.
  [[nodiscard]] std::unique_ptr<LocalSource> open() const {
    const auto counter_sets = [this] {
      std::vector<std::unique_ptr<Provider>> providers;
      providers.push_back(std::make_unique<CounterSets>(
          fixed_titles(), CounterSetsOptions{.folders = {.system = folder_.path(), .own = {}},
                                             .stores = {},
                                             .limits = {.patience = std::chrono::minutes(1)}}));
      return providers;
    };
    return LocalSource::open(fixed_titles(),
                             {.collection_status = false, .providers = counter_sets})
        .value();
  }
};

TEST_F(CounterSetUsersQuery, GuidOfTwoUsers_IsRootsSet) {
  const Fork other = publish_as_other(good_set());
  const RootsSet roots(folder_.path());
  const auto machine = open();
  CounterSetSource source;
  CounterSetQuery query;
  const CounterIdentifier everything{.set = guid_of("{" + good_set().guid + "}").value(),
                                     .instance = u"*"};
  std::vector<std::byte> block;
  append_counter_identifier(block, everything, 77, 0);
  ASSERT_TRUE(query.add(source, *machine, block).has_value());
  std::vector<std::byte> reply(query.collect(source, *machine, {}).value());
  ASSERT_EQ(query.collect(source, *machine, reply), reply.size());
  EXPECT_EQ(machine->counter_sets()->running_count(), 2U);
  const auto view = PerfDataView::parse(reply);
  ASSERT_TRUE(view.has_value());
  std::vector<std::string> counters;
  for (const CounterHeaderView counter : view->counters()) counters.push_back(text_of(counter));
  EXPECT_EQ(counters, std::vector<std::string>{"6/0 ids 0 [fine#0 41]"});
}

}  // namespace
}  // namespace openperflib
