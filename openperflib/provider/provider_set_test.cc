// Several providers, some of which fail, write one block.
#include "openperflib/provider/provider_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/snapshot/collection_status.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/testing/providers/scripted_provider.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kShop = ScriptedProvider::kShop;

class Providers : public testing::Test {
 protected:
  // Adds one; its script may be changed until the end of the test.
  ScriptedProvider::Script& add(std::string name, TitleIndex first = kShop) {
    auto provider = std::make_unique<ScriptedProvider>(std::move(name), first);
    ScriptedProvider::Script& script = provider->script();
    providers.add(std::move(provider));
    return script;
  }
  void collect(std::string_view value_name,
               std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt) {
    const ObjectRequest request = ObjectRequest::parse(value_name).value();
    report.clear();
    builder.begin({});
    providers.collect({request, instant, deadline}, builder, report);
    write_titles(providers.collected_titles(), builder);
    write_collection_status(report, builder);
    snapshot.assign(builder.finish().value(), {}, Conformance::strict).value();
  }
  std::vector<std::uint32_t> objects() const {
    std::vector<std::uint32_t> found;
    for (const ObjectTypeView object : snapshot.view().objects()) {
      if (!describes_the_block(object.name_title_index()))
        found.push_back(object.name_title_index());
    }
    return found;
  }
  std::string why_absent(std::uint32_t object) const {
    const MissingRun* run = snapshot.left_out(object, 0);
    return run == nullptr ? "nothing is said" : snapshot.reason(*run);
  }
  ProviderSet providers{fixed_titles()};
  Instant instant;
  DataBlockBuilder builder;
  ProviderReport report;
  Snapshot snapshot;
};

using Indices = std::vector<TitleIndex>;

TEST_F(Providers, Objects_AreInTheOrderOfTheProviders) {
  add("b", 3000);
  add("a", 2000);
  collect("Global");
  EXPECT_EQ(objects(), (Indices{3000, 3010, 2000, 2010}));
  collect("2000 3000");
  EXPECT_EQ(objects(), (Indices{3000, 2000}));
}

TEST_F(Providers, NeededObject_IsCollectedToo) {
  add("a");
  collect(std::to_string(kShop + ScriptedProvider::kTill));
  EXPECT_EQ(objects(), (Indices{kShop, kShop + ScriptedProvider::kTill}));
}

TEST_F(Providers, FailedProvider_LosesItsObjectsAlone) {
  add("a", 2000);
  add("b", 3000).fault = {MissingReason::provider_failed, "out of paper"};
  collect("Global");
  EXPECT_EQ(objects(), (Indices{2000, 2010}));
  EXPECT_EQ(why_absent(3000), "b: out of paper");
  EXPECT_EQ(why_absent(3010), "b: out of paper");
  EXPECT_EQ(why_absent(2000), "nothing is said");
  EXPECT_EQ(snapshot.left_out(3000, 0)->code, MissingReason::provider_failed);
  EXPECT_EQ(snapshot.left_out(3000, 0)->status, CStatus::no_object);
}

TEST_F(Providers, FailedProvider_IsReportedOnlyForRequestedObjects) {
  add("a", 2000).fault = {MissingReason::provider_failed, "out of paper"};
  collect("2000");
  EXPECT_EQ(why_absent(2000), "a: out of paper");
  EXPECT_EQ(why_absent(2010), "nothing is said");
}

TEST_F(Providers, SlowProvider_IsTooLateAndThenRecovers) {
  ScriptedProvider::Script& script = add("a", 2000);
  script.needs_time = std::chrono::seconds(5);
  collect("2000", std::chrono::steady_clock::now() + std::chrono::seconds(1));
  EXPECT_EQ(snapshot.left_out(2000, 0)->code, MissingReason::too_late);
  collect("2000", std::chrono::steady_clock::now() + std::chrono::hours(1));
  EXPECT_EQ(objects(), (Indices{2000}));
}

TEST_F(Providers, ObjectsThatArriveAsBytes_AreThoseThatAreWritten) {
  ScriptedProvider::Script& script = add("a", 2000);
  collect("Global");
  const std::vector<std::byte> written(snapshot.view().bytes().begin(),
                                       snapshot.view().bytes().end());
  script.arriving_bytes = ~std::size_t{0};
  collect("Global");
  EXPECT_TRUE(std::ranges::equal(written, snapshot.view().bytes()));
}

TEST_F(Providers, ObjectThatArrivesCut_IsAbsentWithTheFault) {
  add("a", 2000).arriving_bytes = 200;
  add("b", 3000);
  collect("Global");
  EXPECT_EQ(objects(), (Indices{3000, 3010}));
  EXPECT_TRUE(why_absent(2000).starts_with("a: PERF_OBJECT_TYPE.TotalByteLength at byte 0: "));
  EXPECT_TRUE(why_absent(2010).starts_with("a: PERF_OBJECT_TYPE.TotalByteLength at byte 0: "));
  EXPECT_EQ(why_absent(3000), "nothing is said");
}

TEST_F(Providers, ObjectWhoseParentsAreRefused_IsRefusedToo) {
  add("a", 2000).arriving_bytes = 260;
  collect("Global");
  EXPECT_TRUE(objects().empty());
  EXPECT_TRUE(why_absent(2010).starts_with("a: PERF_INSTANCE_DEFINITION.ParentObjectTitleIndex"));
}

TEST_F(Providers, SourceText_NamesTheInstance) {
  add("a", 2000);
  const Provider& provider = *providers.providers().front();
  EXPECT_EQ(provider.source_of({.object = 2000,
                                .counter = 2002,
                                .instance = "North",
                                .shown = "North",
                                .process_id = 0}),
            "the script of a test, North");
  EXPECT_EQ(provider.source_of({.object = 2000,
                                .counter = 2012,
                                .instance = "North",
                                .shown = "North",
                                .process_id = 0}),
            "");
}

TEST_F(Providers, Titles_AreTheFixedOnesAndThoseOfTheProviders) {
  add("a", 2000);
  const auto titles = providers.titles();
  EXPECT_EQ(titles->table().name(2000), "Web Shop");
  EXPECT_EQ(titles->table().name(title::kProcessor), "Processor");
  EXPECT_EQ(providers.titles(), titles) << "nothing changed";
  add("b", 3000);
  EXPECT_NE(providers.titles()->generation(), titles->generation());
  EXPECT_EQ(providers.titles()->table().name(3000), "Web Shop");
}

TEST_F(Providers, WithoutForeignNames_TheTitlesAreTheFixedOnes) {
  EXPECT_EQ(providers.titles()->generation(), 0U);
  EXPECT_TRUE(providers.titles()->added().empty());
}

TEST_F(Providers, DescriptionThatChanges_ChangesTheTitles) {
  ScriptedProvider::Script& script = add("a", 2000);
  const std::uint64_t before = providers.titles()->generation();
  script.shop_name = "Boutique";
  collect("2000");
  EXPECT_NE(providers.titles()->generation(), before);
  EXPECT_EQ(providers.titles()->table().name(2000), "Boutique");
  EXPECT_EQ(find_title(snapshot.titles(), 2000), "Boutique");
}

TEST_F(Providers, CollectedTitles_AreThoseOfTheRequestedObjects) {
  add("a", 2000);
  add("b", 3000);
  collect("3000");
  EXPECT_EQ(find_title(snapshot.titles(), 3000), "Web Shop");
  EXPECT_EQ(find_title(snapshot.titles(), 3002), "Requests/sec");
  EXPECT_EQ(find_title(snapshot.titles(), 3001), "What a shop of the tests sells.");
  EXPECT_EQ(find_title(snapshot.titles(), 2000), std::nullopt);
}

}  // namespace
}  // namespace openperflib
