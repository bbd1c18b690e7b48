#include "openperflib/state/store_edit.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

using Result = std::expected<void, StoreFault>;
constexpr ServiceKey kService = ServiceKey::service;
constexpr ServiceKey kPerformance = ServiceKey::performance;
constexpr ServiceKey kLinkage = ServiceKey::linkage;

// What is wrong with a result; nullopt: nothing.
TEST(StoreEdit, KeysOfAService_ExistOnceCreated) {
  ExampleStore example;
  example.change([](StoreEdit& edit) -> Result {
    EXPECT_FALSE(store_code_of(edit.create_key("Svc", kLinkage)));
    EXPECT_FALSE(store_code_of(edit.create_key("SVC", kLinkage)));
    return {};
  });
  const auto registration = example.store.read();
  const RegisteredService& service = *registration->find("svc");
  EXPECT_EQ(service.name, "Svc");
  EXPECT_TRUE(service.keys[0].has_value());
  EXPECT_FALSE(service.keys[1].has_value());
  EXPECT_TRUE(service.keys[2].has_value());
  EXPECT_EQ(service.titles(), std::nullopt);
}

TEST(StoreEdit, NamesThatMayNotBeStored_AreInvalid) {
  ExampleStore example;
  example.change([](StoreEdit& edit) -> Result {
    for (const std::string name : {"", "a\\b", "a/b", "a\nb", "a\x7F", "\xFF"}) {
      EXPECT_EQ(store_code_of(edit.create_key(name, kService)), StoreErrc::invalid) << name;
    }
    EXPECT_EQ(store_code_of(edit.create_key(std::string(257, 'x'), kService)), StoreErrc::invalid);
    EXPECT_EQ(store_code_of(edit.create_key(std::string("a\0b", 3), kService)), StoreErrc::invalid);
    EXPECT_FALSE(store_code_of(edit.create_key(std::string(256, 'x'), kService)));
    EXPECT_FALSE(store_code_of(edit.create_key(". %\xC3\x84", kService)));
    return {};
  });
  EXPECT_NE(example.store.read()->find(". %\xC3\xA4"), nullptr);
  EXPECT_NE(example.store.read()->find(std::string(256, 'X')), nullptr);
}

TEST(StoreEdit, ValueOfAnyType_IsReadBack) {
  ExampleStore example;
  const RegisteredValue values[] = {
      number_value("Number", 7),
      text_value("Text", "\xC3\xA4"),
      {"", REG_NONE, {}},
      {"Odd", 0xFFFF'FFFF, {std::byte{1}, std::byte{0}, std::byte{255}}},
      {"Large", REG_BINARY, std::vector<std::byte>(kLargestValue)}};
  example.change([&](StoreEdit& edit) -> Result {
    EXPECT_FALSE(store_code_of(edit.create_key("S", kPerformance)));
    for (const RegisteredValue& value : values) {
      EXPECT_FALSE(store_code_of(edit.set_value("s", kPerformance, value)));
    }
    return {};
  });
  const auto registration = example.store.read();
  ASSERT_TRUE(example.store.faults().empty()) << describe(example.store.faults()[0]);
  const RegisteredService& service = *registration->find("S");
  for (const RegisteredValue& value : values) {
    ASSERT_NE(service.find(kPerformance, value.name), nullptr) << value.name;
    EXPECT_EQ(*service.find(kPerformance, value.name), value);
  }
  EXPECT_EQ(service.number(kPerformance, "NUMBER"), 7U);
  EXPECT_EQ(service.text(kPerformance, "text"), "\xC3\xA4");
  EXPECT_EQ(service.text(kPerformance, "Number"), std::nullopt);
}

TEST(StoreEdit, ExistingValue_IsReplacedAndKeepsItsName) {
  ExampleStore example;
  example.change([](StoreEdit& edit) -> Result {
    EXPECT_FALSE(store_code_of(edit.create_key("S", kService)));
    EXPECT_FALSE(store_code_of(edit.set_value("S", kService, number_value("Name", 1))));
    return edit.set_value("S", kService, text_value("NAME", "x"));
  });
  EXPECT_EQ(example.store.read()->find("S")->keys[0],
            (std::vector<RegisteredValue>{{"Name", REG_SZ, text_value("", "x").data}}));
}

TEST(StoreEdit, ValueThatMayNotBeStored_IsInvalid) {
  ExampleStore example;
  example.change([](StoreEdit& edit) -> Result {
    EXPECT_FALSE(store_code_of(edit.create_key("S", kService)));
    const RegisteredValue large{"L", REG_BINARY, std::vector<std::byte>(kLargestValue + 1)};
    EXPECT_EQ(store_code_of(edit.set_value("S", kService, large)), StoreErrc::invalid);
    EXPECT_EQ(store_code_of(edit.set_perflib_value(large)), StoreErrc::invalid);
    EXPECT_EQ(store_code_of(edit.set_value("S", kService, number_value(std::string(257, 'v'), 1))),
              StoreErrc::invalid);
    EXPECT_EQ(store_code_of(edit.set_value("S", kService, number_value("\xFF", 1))),
              StoreErrc::invalid);
    return {};
  });
}

TEST(StoreEdit, WhatDoesNotExist_IsNamed) {
  ExampleStore example;
  example.change([](StoreEdit& edit) -> Result {
    EXPECT_EQ(store_code_of(edit.set_value("S", kService, number_value("N", 1))),
              StoreErrc::no_service);
    EXPECT_EQ(store_code_of(edit.delete_value("S", kService, "N")), StoreErrc::no_service);
    EXPECT_EQ(store_code_of(edit.delete_key("S", kService)), StoreErrc::no_service);
    EXPECT_EQ(store_code_of(edit.uninstall("S")), StoreErrc::no_service);
    EXPECT_EQ(store_code_of(edit.install(example_titles("S"), {})), StoreErrc::no_service);
    EXPECT_FALSE(store_code_of(edit.create_key("S", kService)));
    EXPECT_EQ(store_code_of(edit.set_value("S", kLinkage, number_value("N", 1))),
              StoreErrc::no_key);
    EXPECT_EQ(store_code_of(edit.delete_value("S", kLinkage, "N")), StoreErrc::no_key);
    EXPECT_EQ(store_code_of(edit.delete_key("S", kLinkage)), StoreErrc::no_key);
    EXPECT_EQ(store_code_of(edit.delete_value("S", kService, "N")), StoreErrc::no_value);
    EXPECT_EQ(store_code_of(edit.delete_perflib_value("N")), StoreErrc::no_value);
    EXPECT_EQ(store_code_of(edit.uninstall("S")), StoreErrc::not_installed);
    return {};
  });
}

TEST(StoreEdit, DeletedKeys_TakeTheirValuesAndTitlesAlong) {
  ExampleStore example;
  example.install("A");
  example.install("B");
  example.change([](StoreEdit& edit) -> Result {
    EXPECT_FALSE(store_code_of(edit.create_key("A", kLinkage)));
    EXPECT_FALSE(store_code_of(edit.set_value("A", kLinkage, number_value("N", 1))));
    EXPECT_FALSE(store_code_of(edit.delete_key("A", kLinkage)));
    EXPECT_FALSE(store_code_of(edit.create_key("A", kLinkage)));
    return edit.delete_key("B", kService);
  });
  const auto registration = example.store.read();
  EXPECT_EQ(registration->find("A")->keys[2], std::vector<RegisteredValue>());
  EXPECT_EQ(registration->find("B"), nullptr);
  EXPECT_EQ(registration->titles()->added().back().index, 1853U);
}

TEST(StoreEdit, PerflibValues_AreReadBack) {
  ExampleStore example;
  example.change(
      [](StoreEdit& edit) { return edit.set_perflib_value(number_value("EventLogLevel", 2)); });
  EXPECT_EQ(example.store.read()->perflib_number("eventloglevel"), 2U);
  EXPECT_EQ(example.store.read()->perflib_values().size(), 1U);
  EXPECT_NE(example.store.read()->generation(), 0U);
  example.change([](StoreEdit& edit) { return edit.delete_perflib_value("EVENTLOGLEVEL"); });
  EXPECT_EQ(files_below(example.folder.path() + "/system"), (std::vector<std::string>{}));
}

TEST(StoreEdit, Installation_TakesTheFirstFreeRun) {
  ExampleStore example;
  EXPECT_EQ(example.install("A", 2), (TitleRange{1848, 1852}));
  EXPECT_EQ(example.install("B", 0), (TitleRange{1854, 1854}));
  EXPECT_EQ(example.install("C", 4), (TitleRange{1856, 1864}));
  example.remove("A");
  EXPECT_EQ(example.install("D", 3), (TitleRange{1866, 1872}));
  EXPECT_EQ(example.install("E", 2), (TitleRange{1848, 1852}));
  EXPECT_EQ(example.install("F", 0), (TitleRange{1874, 1874}));
}

TEST(StoreEdit, RangeOfAStore_IsUsedToItsEndAndNotBeyond) {
  constexpr std::uint32_t kWhole = (99'996 - 1848) / 2;
  ExampleStore example;
  example.change([&](StoreEdit& edit) -> Result {
    EXPECT_FALSE(store_code_of(edit.create_key("S", kService)));
    ServiceTitles titles{.driver_name = "S",
                         .last_distance = (kWhole + 1) * 2,
                         .languages = {{.language = kEnglish, .texts = {{0, "Object", ""}}}}};
    EXPECT_EQ(store_code_of(edit.install(titles, {})), StoreErrc::no_free_run);
    titles.last_distance = kWhole * 2;
    EXPECT_EQ(edit.install(titles, {}), (TitleRange{1848, 99'996}));
    EXPECT_FALSE(store_code_of(edit.create_key("T", kService)));
    EXPECT_EQ(store_code_of(edit.install(example_titles("T", 0), {})), StoreErrc::no_free_run);
    return {};
  });
  EXPECT_TRUE(example.store.faults().empty());
}

TEST(StoreEdit, InstallationAtGivenIndices_NeedsThemFree) {
  ExampleStore example;
  example.change([](StoreEdit& edit) -> Result {
    for (const char* const name : {"A", "B"})
      EXPECT_FALSE(store_code_of(edit.create_key(name, kService)));
    EXPECT_EQ(edit.install_at(example_titles("A"), {}, 2000), (TitleRange{2000, 2004}));
    for (const TitleIndex first : {1996U, 2000U, 2004U, 2007U, 0U, 99'994U, 200'000U}) {
      EXPECT_EQ(store_code_of(edit.install_at(example_titles("B"), {}, first)),
                StoreErrc::no_free_run);
    }
    EXPECT_EQ(edit.install_at(example_titles("B"), {}, 99'992), (TitleRange{99'992, 99'996}));
    return {};
  });
}

TEST(StoreEdit, SecondInstallation_IsRefusedUntilTheFirstIsRemoved) {
  ExampleStore example;
  example.change([](StoreEdit& edit) -> Result {
    EXPECT_TRUE(install_example(edit, example_titles("A")).has_value());
    EXPECT_EQ(store_code_of(install_example(edit, example_titles("a"))),
              StoreErrc::already_installed);
    EXPECT_FALSE(store_code_of(edit.uninstall("A")));
    EXPECT_TRUE(install_example(edit, example_titles("a")).has_value());
    return {};
  });
  EXPECT_EQ(example.store.read()->find("A")->titles(), (TitleRange{1848, 1852}));
}

TEST(StoreEdit, Uninstalled_KeepsItsKeysAndOtherValues) {
  ExampleStore example;
  example.install("A");
  example.change([](StoreEdit& edit) -> Result {
    EXPECT_FALSE(store_code_of(edit.set_value("A", kPerformance, text_value("Library", "a.so"))));
    return edit.uninstall("A");
  });
  const auto registration = example.store.read();
  EXPECT_EQ(registration->find("A")->titles(), std::nullopt);
  EXPECT_EQ(registration->find("A")->installation, 0U);
  EXPECT_EQ(registration->find("A")->keys[1],
            (std::vector<RegisteredValue>{text_value("Library", "a.so")}));
  EXPECT_TRUE(registration->titles()->added().empty());
  EXPECT_TRUE(registration->languages().empty());
  EXPECT_EQ(files_below(example.folder.path() + "/system/services"),
            (std::vector<std::string>{"a", "a/values"}));
}

TEST(StoreEdit, ServiceWithoutObjects_HasNoObjectList) {
  ExampleStore example;
  ServiceTitles titles = example_titles("A");
  titles.objects = {};
  titles.has_objects = false;
  example.change([&](StoreEdit& edit) -> Result {
    EXPECT_TRUE(install_example(edit, titles).has_value());
    return {};
  });
  EXPECT_EQ(example.store.read()->find("A")->objects(), std::nullopt);
}

TEST(StoreEdit, TitlesThatMayNotBeStored_AreInvalid) {
  const auto refused = [](const std::function<void(ServiceTitles&)>& spoil) {
    ExampleStore example;
    std::optional<StoreErrc> code;
    example.change([&](StoreEdit& edit) -> Result {
      ServiceTitles titles = example_titles("A");
      spoil(titles);
      code = store_code_of(install_example(edit, titles));
      return {};
    });
    EXPECT_EQ(example.store.read()->titles()->added().size(), 0U);
    return code;
  };
  EXPECT_EQ(refused([](auto& t) { t.last_distance = 3; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.last_distance = 2; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.objects = {1}; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.objects = {6}; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.languages.clear(); }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.languages[1].language = kEnglish; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.languages[0].language = 0; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.languages[0].texts[1].distance = 0; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.languages[0].texts[1].name = "\xFF"; }), StoreErrc::invalid);
  EXPECT_EQ(refused([](auto& t) { t.languages[0].texts[1].help.assign(65'536, 'x'); }),
            StoreErrc::invalid);
}

TEST(StoreEdit, ReplacedTitles_AreThoseThatAreRegistered) {
  ExampleStore example;
  example.install("A", 1);
  example.change([](StoreEdit& edit) {
    const Title titles[] = {{2, "System"}, {1848, "New"}, {1851, "New help"}, {1852, "Nobody's"}};
    return edit.set_titles(kEnglish, titles);
  });
  example.change([](StoreEdit& edit) {
    const Title titles[] = {{1848, "Neu"}};
    return edit.set_titles(0x007, titles);
  });
  const auto registration = example.store.read();
  const TitleTable& table = registration->titles()->table();
  EXPECT_EQ(table.name(2), "System");
  EXPECT_EQ(table.name(1848), "New");
  EXPECT_EQ(table.help(1849), "Help 0 en");
  EXPECT_EQ(table.name(1850), "A 2 en");
  EXPECT_EQ(table.help(1851), "New help");
  EXPECT_EQ(table.name(1852), std::nullopt);
  ASSERT_EQ(registration->languages().size(), 2U);
  EXPECT_EQ(registration->languages()[0].language, 0x007);
  EXPECT_EQ(registration->languages()[0].titles.size(), 1U);
}

TEST(StoreEdit, Read_HasTheChangesOfThisEdit) {
  ExampleStore example;
  example.install("A");
  example.change([&](StoreEdit& edit) -> Result {
    EXPECT_TRUE(install_example(edit, example_titles("B")).has_value());
    const auto first = edit.read();
    EXPECT_TRUE(first.has_value());
    EXPECT_EQ((*first)->find("B")->titles(), (TitleRange{1854, 1858}));
    EXPECT_EQ((*first)->titles()->table().name(1854), "B 0 en");
    EXPECT_FALSE(store_code_of(edit.delete_key("A", kService)));
    const auto second = edit.read();
    EXPECT_EQ((*second)->find("A"), nullptr);
    EXPECT_NE((*first)->generation(), (*second)->generation());
    EXPECT_NE((*first)->generation(), example.store.read()->generation());
    return {};
  });
}

}  // namespace
}  // namespace openperflib
