// lodctr /R: a store is made again from the texts beside it.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

struct Rebuild : testing::Test {
  std::vector<StoreFault> rebuild() {
    auto faults = example.store.rebuild(StoreScope::system, read_example_titles);
    EXPECT_TRUE(faults.has_value()) << describe(faults.error());
    return faults.value_or(std::vector<StoreFault>());
  }
  // What does not depend on when the store was made.
  static std::vector<RegisteredService> services_of(const Registration& registration) {
    std::vector<RegisteredService> services(registration.services().begin(),
                                            registration.services().end());
    for (RegisteredService& service : services) service.installation = 0;
    return services;
  }
  static std::vector<std::string> titles_of(const Registration& registration) {
    std::vector<std::string> titles;
    for (const Title& title : registration.titles()->added()) titles.emplace_back(title.text);
    return titles;
  }
  std::string text_of(const std::string& file) const {
    std::ifstream text(example.folder.path() + "/system/" + file, std::ios::binary);
    return {std::istreambuf_iterator<char>(text), {}};
  }
  ExampleStore example;
};

TEST_F(Rebuild, DamagedStore_IsAsItWas) {
  example.install("A", 2);
  example.install("B", 3);
  example.install("C", 1);
  example.remove("A");
  example.change([](StoreEdit& edit) -> std::expected<void, StoreFault> {
    EXPECT_TRUE(edit.create_key("No titles", ServiceKey::linkage).has_value());
    EXPECT_TRUE(edit.set_perflib_value(number_value("EventLogLevel", 2)).has_value());
    return edit.set_value("B", ServiceKey::performance, text_value("Library", "b.so"));
  });
  const auto before = example.store.read();
  example.folder.write("system/titles.db", "damaged");
  EXPECT_EQ(rebuild(), std::vector<StoreFault>());
  const auto after = example.store.read();
  ASSERT_TRUE(example.store.faults().empty()) << describe(example.store.faults()[0]);
  EXPECT_EQ(services_of(*after), services_of(*before));
  EXPECT_EQ(titles_of(*after), titles_of(*before));
  EXPECT_EQ(after->find("B")->titles(), (TitleRange{1854, 1860}));
  EXPECT_GT(after->find("B")->installation, before->find("C")->installation);
  EXPECT_EQ(after->perflib_number("EventLogLevel"), 2U);
}

TEST_F(Rebuild, MissingStore_IsMade) {
  example.install("A");
  example.folder.remove("system/titles.db");
  EXPECT_EQ(example.store.read()->services().size(), 0U);
  EXPECT_EQ(rebuild(), std::vector<StoreFault>());
  EXPECT_EQ(example.store.read()->find("A")->titles(), (TitleRange{1848, 1852}));
}

TEST_F(Rebuild, NothingKept_IsNothingRegistered) {
  EXPECT_EQ(rebuild(), std::vector<StoreFault>());
  EXPECT_EQ(files_below(example.folder.path()), std::vector<std::string>());
}

TEST_F(Rebuild, IndicesOfAnotherService_AreReplacedAndWrittenDown) {
  example.install("A", 2);
  example.install("B", 2);
  std::string values = text_of("services/b/values");
  const std::size_t number = values.find("dword 1854");
  ASSERT_NE(number, std::string::npos);
  example.folder.write("system/services/b/values", values.replace(number, 10, "dword 1848"));
  EXPECT_EQ(rebuild(), std::vector<StoreFault>());
  EXPECT_EQ(example.store.read()->find("A")->titles(), (TitleRange{1848, 1852}));
  EXPECT_EQ(example.store.read()->find("B")->titles(), (TitleRange{1854, 1858}));
  EXPECT_NE(text_of("services/b/values").find("dword 1854"), std::string::npos);
}

TEST_F(Rebuild, TextThatIsWrong_LeavesOnlyItsServiceOut) {
  example.install("A");
  example.install("B");
  example.install("C");
  example.folder.write("system/services/a/values", "openperflib values 1\nservice \"A\"\n");
  example.folder.write("system/services/b/ini", "B");
  example.folder.write("system/perflib", "?\n");
  example.folder.write("system/services/other/values", text_of("services/c/values"));
  const auto faults = rebuild();
  const std::string folder = example.folder.path() + "/system/";
  ASSERT_EQ(faults.size(), 4U);
  EXPECT_EQ(describe(faults[0]), folder +
                                     "perflib: is damaged: values.header at "
                                     "byte 0: is malformed");
  EXPECT_EQ(describe(faults[1]), folder +
                                     "services/a/values: is damaged: "
                                     "values.end at byte 33: is cut off by the end of the data");
  EXPECT_EQ(describe(faults[2]), folder +
                                     "services/other/values: is damaged: "
                                     "belongs to another service");
  EXPECT_EQ(faults[3].code, StoreErrc::invalid);
  const auto registration = example.store.read();
  ASSERT_EQ(registration->services().size(), 1U);
  EXPECT_EQ(registration->find("C")->titles(), (TitleRange{1860, 1864}));
  EXPECT_EQ(text_of("services/b/ini"), "B");  // somebody can still correct it
}

TEST_F(Rebuild, OnlyWrongTexts_LeaveTheStoreAsItIs) {
  example.install("A");
  example.folder.write("system/services/a/values", "");
  const auto faults = example.store.rebuild(StoreScope::system, read_example_titles);
  ASSERT_FALSE(faults.has_value());
  EXPECT_EQ(faults.error().source.file, example.folder.path() + "/system/services/a/values");
  EXPECT_NE(example.store.read()->find("A"), nullptr);
}

// Names and help texts of several languages, as lodctr /C /H /L writes them.
struct RebuildReplaced : Rebuild {
  void SetUp() override {
    example.install("A", 1);
    example.install("B", 2);
    replace(0x010, {{1852, "Code"}, {1853, "Tutte le code"}, {1856, ""}});
    replace(kEnglish, {{1854, "Depth"}});
    replace(0x007, {{1848, "Neu"}});
  }
  void replace(LanguageId language, const std::vector<Title>& titles) {
    example.change([&](StoreEdit& edit) { return edit.set_titles(language, titles); });
  }
  // "LANGUAGE INDEX TEXT", of all titles that are not in English.
  static std::vector<std::string> translations_of(const Registration& registration) {
    std::vector<std::string> all;
    for (const RegisteredLanguage& language : registration.languages()) {
      for (const Title& title : language.titles) {
        all.push_back(language_text(language.language) + ' ' + std::to_string(title.index) + ' ' +
                      std::string(title.text));
      }
    }
    return all;
  }
  void expect_same_after_rebuild() {
    const auto before = example.store.read();
    example.folder.write("system/titles.db", "damaged");
    EXPECT_EQ(rebuild(), std::vector<StoreFault>());
    const auto after = example.store.read();
    EXPECT_EQ(titles_of(*after), titles_of(*before));
    EXPECT_EQ(translations_of(*after), translations_of(*before));
  }
};

TEST_F(RebuildReplaced, Titles_AreThoseThatReplacedOthers) {
  expect_same_after_rebuild();
  expect_same_after_rebuild();  // what was made again keeps them too
  const TitleTable& table = example.store.read()->titles()->table();
  EXPECT_EQ(table.name(1854), "Depth");
  EXPECT_EQ(table.name(1856), "B 4 en");
}

TEST_F(RebuildReplaced, Files_AreOnePerLanguageAndTable) {
  EXPECT_EQ(
      files_below(example.folder.path() + "/system/services"),
      (std::vector<std::string>{"a", "a/h", "a/ini", "a/names.007", "a/values", "b", "b/h",
                                "b/helps.010", "b/ini", "b/names.009", "b/names.010", "b/values"}));
  EXPECT_EQ(text_of("services/b/names.010"),
            "openperflib titles 1\nnames 010\n0 \"Code\"\n2 \"B 2 it\"\n4 \"\"\nend\n");
}

TEST_F(RebuildReplaced, Values_ChangeWithoutThem) {
  example.change([](StoreEdit& edit) {
    return edit.set_value("B", ServiceKey::performance, text_value("Library", "b.so"));
  });
  expect_same_after_rebuild();
}

TEST_F(RebuildReplaced, AnotherInstallation_HasItsOwnTitlesAlone) {
  example.change([](StoreEdit& edit) -> std::expected<void, StoreFault> {
    EXPECT_TRUE(edit.uninstall("B").has_value());
    EXPECT_TRUE(install_example(edit, example_titles("B", 2)).has_value());
    return edit.uninstall("A");
  });
  EXPECT_EQ(files_below(example.folder.path() + "/system/services"),
            (std::vector<std::string>{"a", "a/values", "b", "b/h", "b/ini", "b/values"}));
  expect_same_after_rebuild();
  EXPECT_EQ(example.store.read()->titles()->table().name(1854), "B 2 en");
}

TEST_F(RebuildReplaced, TitlesAtOtherIndices_AreStillThoseOfTheService) {
  std::string values = text_of("services/b/values");
  const std::size_t number = values.find("dword 1852");
  ASSERT_NE(number, std::string::npos);
  example.folder.write("system/services/b/values", values.replace(number, 10, "dword 9000"));
  EXPECT_EQ(rebuild(), std::vector<StoreFault>());
  const auto after = example.store.read();
  EXPECT_EQ(after->find("B")->titles(), (TitleRange{9000, 9004}));
  EXPECT_EQ(after->titles()->table().name(9002), "Depth");
}

TEST_F(RebuildReplaced, WrongFile_LeavesOnlyItsServiceOut) {
  example.folder.write("system/services/b/names.010", text_of("services/b/names.009"));
  const auto faults = rebuild();
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(describe(faults[0]), example.folder.path() +
                                     "/system/services/b/names.010: is damaged: belongs to another "
                                     "language");
  EXPECT_NE(example.store.read()->find("A"), nullptr);
  EXPECT_EQ(example.store.read()->find("B"), nullptr);
}

TEST_F(RebuildReplaced, RemovedServices_LeaveNoFile) {
  example.remove("A");
  example.remove("B");
  EXPECT_EQ(files_below(example.folder.path()), std::vector<std::string>{"system"});
}

TEST_F(Rebuild, ServiceWithALongName_IsFoundAgain) {
  const std::string name(256, '%');
  example.change([&](StoreEdit& edit) { return edit.create_key(name, ServiceKey::service); });
  example.folder.remove("system/titles.db");
  EXPECT_EQ(rebuild(), std::vector<StoreFault>());
  EXPECT_NE(example.store.read()->find(name), nullptr);
}

}  // namespace
}  // namespace openperflib
