// Providers and counter sets in a title store: installed, read, removed, kept and made again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/texts/kept_provider_internal.h"
#include "openperflib/testing/providers/provider_record_example.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Result = std::expected<void, StoreFault>;

struct RegisteredSets : testing::Test {
  Result install(const ProviderRecord& provider, StoreScope scope = StoreScope::system) {
    return example.store.change(scope,
                                [&](StoreEdit& edit) { return edit.install_provider(provider); });
  }
  std::shared_ptr<const Registration> read() {
    auto registration = example.store.read();
    EXPECT_THAT(example.store.faults(), IsEmpty()) << describe(example.store.faults().front());
    return registration;
  }
  ExampleStore example;
};

TEST_F(RegisteredSets, InstalledProvider_IsReadWithItsSets) {
  example.install("Svc", 1);  // 1848, 1850
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  const auto registration = read();
  ASSERT_EQ(registration->providers().size(), 1U);
  EXPECT_EQ(registration->providers()[0],
            (RegisteredProvider{example_guid(1), StoreScope::system, "Disque 1",
                                "/opt/disque/disque.exe", 0}));
  const RegisteredSet* const set = registration->find_set(example_guid(11));
  ASSERT_NE(set, nullptr);
  EXPECT_EQ(set->provider, example_guid(1));
  EXPECT_EQ(set->uri, "Disque.11");
  EXPECT_EQ(set->instance_type, 2U);
  EXPECT_EQ(set->range, (TitleRange{1852, 1856}));
  EXPECT_EQ(set->counters, example_set(11).counters);
  EXPECT_EQ(set->name, "Disque Set 11");
  EXPECT_EQ(registration->find_set(example_guid(12))->range, (TitleRange{1858, 1862}));
  EXPECT_EQ(registration->find_set(example_guid(13)), nullptr);
}

TEST_F(RegisteredSets, TextsOfSets_AreTitles) {
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  const auto registration = read();
  EXPECT_EQ(registration->title(1848), "Disque Set 11");
  EXPECT_EQ(registration->title(1849), "Help of 11.");
  EXPECT_EQ(registration->title(1850), "Wait");
  EXPECT_EQ(registration->title(1852), "");  // the hidden counter
  EXPECT_EQ(registration->title(1848, 0x010), "Insieme 11");
  EXPECT_EQ(registration->title(1850, 0x010), "");
  EXPECT_EQ(registration->titles()->table().name(1848), "Disque Set 11");
}

TEST_F(RegisteredSets, SetWithoutEnglish_IsNamedInItsFirstLanguage) {
  ProviderRecord provider = example_provider(1);
  provider.sets[0].languages.erase(provider.sets[0].languages.begin());
  ASSERT_EQ(store_code_of(install(provider)), std::nullopt);
  EXPECT_EQ(read()->find_set(example_guid(11))->name, "Insieme 11");
}

TEST_F(RegisteredSets, SameGuidAgain_IsRefusedAndChangesNothing) {
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  EXPECT_EQ(store_code_of(install(example_provider(1))), StoreErrc::already_installed);
  ProviderRecord thief = example_provider(2);
  thief.sets[1].guid = example_guid(12);
  std::ranges::sort(thief.sets, {}, &SetRecord::guid);
  EXPECT_EQ(store_code_of(install(thief)), StoreErrc::already_installed);
  EXPECT_EQ(read()->providers().size(), 1U);
}

TEST_F(RegisteredSets, RecordOfAProvider_IsWhatWasInstalled) {
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  example.change([](StoreEdit& edit) -> Result {
    auto provider = edit.provider(example_guid(1));
    EXPECT_TRUE(provider.has_value() && provider->has_value());
    if (!provider.has_value() || !provider->has_value()) return {};
    for (SetRecord& set : (*provider)->sets) set.first = 0;
    EXPECT_EQ(**provider, example_provider(1));
    EXPECT_EQ(edit.provider(example_guid(2)).value(), std::nullopt);
    return {};
  });
}

TEST_F(RegisteredSets, RemovedSet_GoesWithItsTitlesAndTheLastWithItsProvider) {
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  const auto remove = [&](unsigned char set) {
    return store_code_of(example.store.change(
        StoreScope::system, [&](StoreEdit& edit) { return edit.remove_set(example_guid(set)); }));
  };
  EXPECT_EQ(remove(11), std::nullopt);
  EXPECT_EQ(read()->find_set(example_guid(11)), nullptr);
  EXPECT_EQ(read()->title(1848), "");
  EXPECT_NE(read()->find_provider(example_guid(1)), nullptr);
  EXPECT_EQ(remove(11), StoreErrc::no_provider);
  EXPECT_EQ(remove(12), std::nullopt);
  EXPECT_THAT(files_below(example.folder.path() + "/system"), IsEmpty());
}

TEST_F(RegisteredSets, RemovedProvider_LeavesNothing) {
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  EXPECT_THAT(files_below(example.folder.path() + "/system"),
              ElementsAre("providers", "providers/" + guid_text(example_guid(1)), "titles.db",
                          "titles.lock"));
  example.change([](StoreEdit& edit) { return edit.remove_provider(example_guid(1)); });
  EXPECT_THAT(files_below(example.folder.path() + "/system"), IsEmpty());
  EXPECT_EQ(store_code_of(example.store.change(
                StoreScope::system,
                [](StoreEdit& edit) { return edit.remove_provider(example_guid(1)); })),
            StoreErrc::no_provider);
}

TEST_F(RegisteredSets, SetOfBothStores_IsTheSystems) {
  ProviderRecord own = example_provider(2);
  own.sets[0].guid = example_guid(11);
  own.sets.resize(1);
  ASSERT_EQ(store_code_of(install(own, StoreScope::user)), std::nullopt);
  EXPECT_EQ(read()->find_set(example_guid(11))->range.first, 200'000U);
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  const RegisteredSet& set = *read()->find_set(example_guid(11));
  EXPECT_EQ(set.scope, StoreScope::system);
  EXPECT_EQ(set.range.first, 1848U);
  EXPECT_EQ(set.shown_name, "Disque Set 11");
}

TEST_F(RegisteredSets, NameOfAnother_IsShownWithTheGuid) {
  ProviderRecord provider = example_provider(1);
  provider.sets[0].languages[0].texts[0].name = "processor";
  provider.sets[1].languages[0].texts[0].name = "SVC 0 EN";
  ASSERT_EQ(store_code_of(install(provider)), std::nullopt);
  example.install("Svc", 1);
  const auto registration = read();
  const std::string shown = "processor " + guid_text(example_guid(11));
  EXPECT_EQ(registration->find_set(example_guid(11))->name, "processor");
  EXPECT_EQ(registration->find_set(example_guid(11))->shown_name, shown);
  EXPECT_EQ(registration->title(1848), shown);
  EXPECT_EQ(registration->find_set(example_guid(12))->shown_name,
            "SVC 0 EN " + guid_text(example_guid(12)));
}

TEST_F(RegisteredSets, SetLargerThanTheFreeRuns_IsRefusedWhole) {
  ProviderRecord provider = example_provider(1);
  provider.sets[1].counters.resize(60'000);
  for (std::uint32_t i = 0; i < 60'000; ++i) provider.sets[1].counters[i].id = i;
  EXPECT_EQ(store_code_of(install(provider)), StoreErrc::no_free_run);
  EXPECT_THAT(read()->providers(), IsEmpty());
  EXPECT_EQ(store_code_of(install(provider, StoreScope::user)), std::nullopt);
  EXPECT_EQ(read()->find_set(example_guid(12))->counters.size(), 60'000U);
}

TEST_F(RegisteredSets, RecordThatMayNotBeStored_IsInvalid) {
  const auto refused = [&](auto change) {
    ProviderRecord provider = example_provider(1);
    change(provider);
    return store_code_of(install(provider)) == StoreErrc::invalid;
  };
  EXPECT_TRUE(refused([](ProviderRecord& one) { one.name = "\xFF"; }));
  EXPECT_TRUE(refused([](ProviderRecord& one) { one.identity = std::string("a\0b", 3); }));
  EXPECT_TRUE(refused([](ProviderRecord& one) { std::swap(one.sets[0], one.sets[1]); }));
  EXPECT_TRUE(refused([](ProviderRecord& one) { one.sets[0].counters.clear(); }));
  EXPECT_TRUE(refused([](ProviderRecord& one) { one.sets[0].counters[1].id = 1; }));
  EXPECT_TRUE(refused([](ProviderRecord& one) { one.sets[0].languages[0].texts[1].distance = 3; }));
  EXPECT_TRUE(refused([](ProviderRecord& one) { one.sets[0].languages[0].texts[1].distance = 6; }));
  EXPECT_TRUE(refused([](ProviderRecord& one) { one.sets[0].languages[0].language = 0x011; }));
  EXPECT_THAT(files_below(example.folder.path()), Not(ElementsAre("system/titles.db")));
}

TEST_F(RegisteredSets, RebuiltStore_HasThemAtTheirIndices) {
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  ASSERT_EQ(store_code_of(install(example_provider(2))), std::nullopt);
  example.install("Svc", 1);
  example.change([](StoreEdit& edit) { return edit.remove_provider(example_guid(1)); });
  example.change([](StoreEdit& edit) {  // texts that lodctr /C replaced stay, too
    const Title title{1860, "Renamed"};
    return edit.set_titles(kEnglish, std::span(&title, 1));
  });
  const auto before = read();
  ASSERT_EQ(before->find_set(example_guid(21))->name, "Renamed");
  example.folder.write("system/titles.db", "damaged");
  const auto faults = example.store.rebuild(StoreScope::system, read_example_titles);
  ASSERT_TRUE(faults.has_value()) << describe(faults.error());
  EXPECT_THAT(*faults, IsEmpty());
  const auto after = read();
  EXPECT_TRUE(std::ranges::equal(after->sets(), before->sets()));
  EXPECT_TRUE(std::ranges::equal(after->providers(), before->providers()));
  EXPECT_EQ(after->title(1860, 0x010), "Insieme 21");
}

TEST_F(RegisteredSets, DamagedText_IsLeftOutOfARebuiltStore) {
  ASSERT_EQ(store_code_of(install(example_provider(1))), std::nullopt);
  ASSERT_EQ(store_code_of(install(example_provider(2))), std::nullopt);
  example.folder.write("system/providers/" + guid_text(example_guid(1)), "openperflib");
  const auto faults = example.store.rebuild(StoreScope::system, read_example_titles);
  ASSERT_TRUE(faults.has_value()) << describe(faults.error());
  ASSERT_EQ(faults->size(), 1U);
  EXPECT_EQ(faults->front().code, StoreErrc::damaged);
  EXPECT_EQ(read()->find_provider(example_guid(1)), nullptr);
  EXPECT_NE(read()->find_provider(example_guid(2)), nullptr);
}

// The title index of each set is damaged in turn: the store is left out, never misread.
TEST_F(RegisteredSets, WrongRow_IsDamage) {
  const SqliteLibrary sqlite = SqliteLibrary::load().value();
  const auto refuses = [&](const char* sql) {
    auto database = StoreDatabase::create(sqlite, "f").value();
    EXPECT_TRUE(store_provider(database, example_provider(1)).has_value());
    for (SetRecord set : example_provider(1).sets) {
      set.first = set.guid == example_guid(11) ? 1848 : 1854;
      EXPECT_TRUE(store_set(database, example_guid(1), set).has_value());
    }
    EXPECT_TRUE(database.run("INSERT INTO state VALUES('next', 5)").has_value());
    EXPECT_TRUE(database.run(sql).has_value()) << sql;
    const auto providers = read_providers(database, StoreScope::system);
    return !providers.has_value() ||
           !read_sets(database, StoreScope::system, *providers).has_value();
  };
  EXPECT_FALSE(refuses("SELECT 1"));
  for (const char* const sql :
       {"UPDATE providers SET guid = 'x'",
        "UPDATE providers SET guid = '{00000000-0000-0000-0000-00000000000A}'",
        "UPDATE providers SET type = -1", "UPDATE providers SET name = x'00'",
        "DELETE FROM providers", "UPDATE counter_sets SET uri = x'00'",
        "UPDATE counter_sets SET first = 1847, last = 1851",
        "UPDATE counter_sets SET last = last + 2",
        "UPDATE counter_sets SET instance_type = 4294967296",
        "UPDATE counter_sets SET first = 200000, last = 200004",
        "UPDATE counter_sets SET counters = substr(counters, 2)",
        "UPDATE counter_sets SET counters = x'', last = first",
        "UPDATE counter_sets SET counters = substr(counters, 1, 44) || substr(counters, 1, 44)"}) {
    EXPECT_TRUE(refuses(sql)) << sql;
  }
}

TEST(KeptProvider, Provider_IsReadAsItWasWritten) {
  ProviderRecord provider = example_provider(1);
  provider.name = "A \"quoted\" \\ name\x01 \xC3\xA4";
  provider.sets[0].counters[0].attributes = 0xFFFF'FFFF'FFFF'FFFF;
  provider.sets[0].counters[0].scale = -10;
  provider.sets[0].first = 1848;
  EXPECT_EQ(parse_kept_provider(text_of(provider)).value(), provider);
}

TEST(KeptProvider, CutAnywhere_IsAFault) {
  const std::string text = text_of(example_provider(1));
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto read = parse_kept_provider(std::string_view(text).substr(0, size));
    ASSERT_FALSE(read.has_value()) << size;
    EXPECT_LE(read.error().offset, size);
  }
  EXPECT_FALSE(parse_kept_provider(text + "end\n").has_value());
}

}  // namespace
}  // namespace openperflib
