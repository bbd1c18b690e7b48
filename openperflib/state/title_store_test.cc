#include "openperflib/state/title_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/state/title_store_internal.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

using Files = std::vector<std::string>;

mode_t mode_of(const std::string& path) {
  struct stat facts{};
  EXPECT_EQ(::stat(path.c_str(), &facts), 0) << path;
  return facts.st_mode & 07777;
}

TEST(TitleStore, NothingRegistered_IsEmptyAndLoadsNothing) {
  ExampleStore example;
  const auto registration = example.store.read();
  EXPECT_TRUE(registration->services().empty());
  EXPECT_EQ(registration->generation(), 0U);
  EXPECT_TRUE(registration->titles()->added().empty());
  EXPECT_TRUE(example.store.faults().empty());
  EXPECT_EQ(example.store.read(), registration);
  EXPECT_FALSE(TitleStoreSteps::has_loaded_sqlite(example.store));
}

TEST(TitleStore, InstalledService_HasIndicesTitlesAndValues) {
  ExampleStore example;
  EXPECT_EQ(example.install("Disque"), (TitleRange{1848, 1852}));
  const auto registration = example.store.read();
  ASSERT_EQ(registration->services().size(), 1U);
  const RegisteredService& service = *registration->find("DISQUE");
  EXPECT_EQ(service.name, "Disque");
  EXPECT_EQ(service.titles(), (TitleRange{1848, 1852}));
  EXPECT_EQ(service.number(ServiceKey::performance, "First Counter"), 1848U);
  EXPECT_EQ(service.number(ServiceKey::performance, "Last Counter"), 1852U);
  EXPECT_EQ(service.number(ServiceKey::performance, "First Help"), 1849U);
  EXPECT_EQ(service.number(ServiceKey::performance, "Last Help"), 1853U);
  EXPECT_EQ(service.text(ServiceKey::performance, "object list"), "1848");
  EXPECT_EQ(service.objects(), (std::vector<TitleIndex>{1848}));
  EXPECT_EQ(registration->titles()->table().name(1850), "Disque 2 en");
  EXPECT_EQ(registration->titles()->table().help(1851), "Help 2 en");
  ASSERT_EQ(registration->languages().size(), 1U);
  EXPECT_EQ(registration->languages()[0].language, 0x010);
  EXPECT_EQ(registration->languages()[0].titles[0].text, "Disque 0 it");
  EXPECT_EQ(registration->languages()[0].titles[5].index, 1853U);
}

TEST(TitleStore, UnchangedFiles_GiveTheSameRegistration) {
  ExampleStore example;
  example.install("A");
  const auto registration = example.store.read();
  EXPECT_EQ(example.store.read(), registration);
  TitleStore other(fixed_titles(), example.store.folders());
  EXPECT_EQ(other.read()->generation(), registration->generation());
}

TEST(TitleStore, EachChange_HasAnotherGeneration) {
  ExampleStore example;
  std::vector<std::uint64_t> generations = {example.store.read()->generation()};
  for (int i = 0; i < 5; ++i) {
    example.install("A");
    generations.push_back(example.store.read()->generation());
    example.remove("A");
    example.install("B");
    generations.push_back(example.store.read()->generation());
    example.remove("B");
    EXPECT_EQ(example.store.read()->generation(), 0U);
  }
  std::ranges::sort(generations);
  EXPECT_EQ(std::ranges::adjacent_find(generations), generations.end());
}

TEST(TitleStore, RemovedService_LeavesTheFolderAsItWas) {
  ExampleStore example;
  example.folder.make_folder("system");
  example.install("A");
  example.install("B");
  EXPECT_EQ(files_below(example.folder.path() + "/system"),
            (Files{"services", "services/a", "services/a/h", "services/a/ini", "services/a/values",
                   "services/b", "services/b/h", "services/b/ini", "services/b/values", "titles.db",
                   "titles.lock"}));
  example.remove("A");
  example.remove("B");
  EXPECT_EQ(files_below(example.folder.path()), (Files{"system"}));
}

TEST(TitleStore, FolderThatAChangeMade_GoesWithTheChangeThatFailed) {
  ExampleStore example;
  const auto changed = example.store.change(StoreScope::user,
                                            [](StoreEdit& edit) { return edit.uninstall("None"); });
  ASSERT_FALSE(changed.has_value());
  EXPECT_EQ(changed.error().code, StoreErrc::no_service);
  EXPECT_EQ(files_below(example.folder.path()), Files{});
}

TEST(TitleStore, ChangeThatIsGivenUp_ChangesNothing) {
  ExampleStore example;
  example.install("A");
  const auto before = example.store.read();
  const auto changed = example.store.change(
      StoreScope::system, [](StoreEdit& edit) -> std::expected<void, StoreFault> {
        EXPECT_TRUE(edit.create_key("B", ServiceKey::linkage).has_value());
        return std::unexpected(StoreFault{StoreErrc::invalid});
      });
  EXPECT_EQ(changed, std::unexpected(StoreFault{StoreErrc::invalid}));
  EXPECT_EQ(example.store.read(), before);
}

TEST(TitleStore, ChangeOfNothing_WritesNothing) {
  ExampleStore example;
  example.install("A");
  const auto before = example.store.read();
  example.change([](StoreEdit& edit) { return edit.create_key("a", ServiceKey::service); });
  EXPECT_EQ(example.store.read(), before);
}

TEST(TitleStore, FilesOfTheSystem_CanBeReadByAllAndThoseOfAUserCannot) {
  ExampleStore example;
  const mode_t before = ::umask(077);
  example.install("A");
  example.install("A", 2, StoreScope::user);
  ::umask(before);
  const std::string system = example.folder.path() + "/system";
  const std::string user = example.folder.path() + "/user";
  EXPECT_EQ(mode_of(system), 0755U);
  EXPECT_EQ(mode_of(system + "/titles.db"), 0644U);
  EXPECT_EQ(mode_of(system + "/titles.lock"), 0600U);
  EXPECT_EQ(mode_of(system + "/services/a"), 0755U);
  EXPECT_EQ(mode_of(system + "/services/a/values"), 0644U);
  EXPECT_EQ(mode_of(user), 0700U);
  EXPECT_EQ(mode_of(user + "/titles.db"), 0600U);
  EXPECT_EQ(mode_of(user + "/services/a"), 0700U);
  EXPECT_EQ(mode_of(user + "/services/a/values"), 0600U);
}

TEST(TitleStore, ServiceOfBothStores_IsTheSystems) {
  ExampleStore example;
  example.install("Both", 1, StoreScope::user);
  example.install("Own", 1, StoreScope::user);
  example.install("BOTH", 1);
  const auto registration = example.store.read();
  ASSERT_EQ(registration->services().size(), 2U);
  EXPECT_EQ(registration->find("both")->scope, StoreScope::system);
  EXPECT_EQ(registration->find("both")->titles(), (TitleRange{1848, 1850}));
  EXPECT_EQ(registration->find("own")->titles(), (TitleRange{200004, 200006}));
  EXPECT_EQ(registration->titles()->table().name(200000), "Both 0 en");  // its titles stay
  EXPECT_EQ(registration->languages()[0].titles.size(), 12U);
}

TEST(TitleStore, Installations_AreNeverTheSame) {
  ExampleStore example;
  std::vector<std::uint64_t> numbers;
  for (const StoreScope scope : {StoreScope::system, StoreScope::user, StoreScope::system}) {
    for (int i = 0; i < 3; ++i) {
      example.install("A", 1, scope);
      const auto registration = example.store.read();
      numbers.push_back(registration->find("A")->installation);
      EXPECT_EQ(registration->find("A")->titles()->first,
                scope == StoreScope::system ? 1848U : 200000U);
      example.remove("A", scope);
    }
  }
  EXPECT_EQ(std::ranges::count(numbers, 0U), 0);
  std::ranges::sort(numbers);
  EXPECT_EQ(std::ranges::adjacent_find(numbers), numbers.end());
}

TEST(TitleStore, StoreWithoutAFolder_CannotBeChanged) {
  TitleStore store(fixed_titles(), {});
  const auto changed =
      store.change(StoreScope::user, [](StoreEdit&) { return std::expected<void, StoreFault>(); });
  EXPECT_EQ(changed.error().code, StoreErrc::no_permission);
  EXPECT_EQ(store.read()->generation(), 0U);
}

TEST(TitleStore, FolderThatIsAFile_IsAFaultOfTheSystem) {
  ExampleStore example;
  example.folder.write("system", "");
  EXPECT_EQ(example.store.read()->generation(), 0U);
  ASSERT_EQ(example.store.faults().size(), 1U);
  EXPECT_EQ(describe(example.store.faults()[0]), example.file() + ": no such file");
  const auto changed = example.store.change(
      StoreScope::system, [](StoreEdit& edit) { return edit.create_key("A", {}); });
  ASSERT_FALSE(changed.has_value());
  EXPECT_EQ(changed.error().code, StoreErrc::io);
}

TEST(TitleStore, NoEnglishTexts_AreThoseOfTheFirstLanguage) {
  ExampleStore example;
  ServiceTitles titles = example_titles("A");
  titles.languages.erase(titles.languages.begin());
  example.change([&](StoreEdit& edit) -> std::expected<void, StoreFault> {
    EXPECT_TRUE(install_example(edit, titles).has_value());
    return {};
  });
  example.install("B");
  const auto registration = example.store.read();
  EXPECT_EQ(registration->titles()->table().name(1848), "A 0 it");
  EXPECT_EQ(registration->titles()->table().name(1854), "B 0 en");
}

}  // namespace
}  // namespace openperflib
