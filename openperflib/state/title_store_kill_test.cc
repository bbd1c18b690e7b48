// A process that changes a store is killed, or meets a full disk: the store is the old or the new
// one, and the next change finds nothing in its way.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <functional>

#include "openperflib/state/title_store_internal.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

using Files = std::vector<std::string>;
using Edit = std::function<std::expected<void, StoreFault>(StoreEdit&)>;

// Runs `work` in a process of its own; returns how that ended.
int status_of(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

// Changes the store in a process that is killed after so many steps; returns whether it was.
bool is_killed(const StoreFolders& folders, const Edit& edit, int steps) {
  const int status = status_of([&] {
    TitleStore store(fixed_titles(), folders);
    int left = steps;
    TitleStoreSteps::watch(store, [&](std::string_view) {
      if (left-- == 0) (void)::kill(::getpid(), SIGKILL);
    });
    return store.change(StoreScope::system, edit).has_value() ? 0 : 1;
  });
  const bool was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  EXPECT_TRUE(was_killed || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) << status;
  return was_killed;
}

// The texts that belong beside the services of a store.
Files expected_files(const Registration& registration) {
  Files files = {"titles.db", "titles.lock", "services"};
  for (const RegisteredService& service : registration.services()) {
    const std::string folder = "services/" + folder_name_of(service.name);
    files.insert(files.end(), {folder, folder + "/values"});
    if (service.titles().has_value()) files.insert(files.end(), {folder + "/h", folder + "/ini"});
  }
  if (!registration.perflib_values().empty()) files.emplace_back("perflib");
  std::ranges::sort(files);
  return files;
}

std::vector<RegisteredService> services_of(const std::shared_ptr<const Registration>& all) {
  return {all->services().begin(), all->services().end()};
}

Edit install(const std::string& name, std::uint32_t counters) {
  return [=](StoreEdit& edit) -> std::expected<void, StoreFault> {
    const auto installed = install_example(edit, example_titles(name, counters));
    if (!installed.has_value()) return std::unexpected(installed.error());
    return {};
  };
}

// Kills the change at each of its steps. `prepare` makes the store, `edit` changes it.
void kill_everywhere(const std::function<void(ExampleStore&)>& prepare, const Edit& edit,
                     const std::function<bool(const Registration&)>& is_new) {
  int kills = 0;
  for (bool was_killed = true; was_killed; ++kills) {
    ExampleStore example;
    prepare(example);
    const auto before = services_of(example.store.read());
    was_killed = is_killed(example.store.folders(), edit, kills);
    const auto after = example.store.read();
    ASSERT_TRUE(example.store.faults().empty()) << describe(example.store.faults()[0]);
    EXPECT_TRUE(services_of(after) == before || is_new(*after)) << kills;
    EXPECT_TRUE(was_killed || is_new(*after));
    const bool is_changed = is_new(*after);
    example.install("Next", 0);  // the next change repairs what is left
    const auto repaired = example.store.read();
    EXPECT_EQ(is_new(*repaired), is_changed);
    Files files = files_below(example.folder.path() + "/system");
    // A change that was not made may leave a file that says what the store does.
    std::erase_if(files, [](const std::string& file) { return file.ends_with("/names.010"); });
    EXPECT_EQ(files, expected_files(*repaired)) << kills;
    const auto rebuilt = example.store.rebuild(StoreScope::system, read_example_titles);
    ASSERT_TRUE(rebuilt.has_value()) << describe(rebuilt.error());
    EXPECT_TRUE(rebuilt->empty());
    EXPECT_EQ(is_new(*example.store.read()), is_changed) << kills;
  }
  EXPECT_GT(kills, 4);
}

TEST(TitleStoreKill, FirstInstallation_IsThereOrNot) {
  kill_everywhere([](ExampleStore&) {}, install("A", 3),
                  [](const Registration& all) { return all.find("A") != nullptr; });
}

TEST(TitleStoreKill, AnotherInstallation_IsThereOrNot) {
  kill_everywhere([](ExampleStore& example) { example.install("A"); }, install("B", 3),
                  [](const Registration& all) { return all.find("B") != nullptr; });
}

TEST(TitleStoreKill, Removal_IsMadeOrNot) {
  kill_everywhere(
      [](ExampleStore& example) {
        example.install("A");
        example.install("B");
      },
      [](StoreEdit& edit) { return edit.delete_key("A", ServiceKey::service); },
      [](const Registration& all) { return all.find("A") == nullptr; });
}

TEST(TitleStoreKill, LastRemoval_IsMadeOrNot) {
  kill_everywhere([](ExampleStore& example) { example.install("A"); },
                  [](StoreEdit& edit) { return edit.delete_key("A", ServiceKey::service); },
                  [](const Registration& all) { return all.find("A") == nullptr; });
}

TEST(TitleStoreKill, UpdateOfSeveralServices_IsWholeOrNotAtAll) {
  kill_everywhere(
      [](ExampleStore& example) {
        example.install("A");
        example.install("B");
      },
      [](StoreEdit& edit) -> std::expected<void, StoreFault> {
        EXPECT_TRUE(edit.uninstall("A").has_value());
        EXPECT_TRUE(edit.set_perflib_value(number_value("N", 1)).has_value());
        return edit.set_value("B", ServiceKey::performance, number_value("Disabled", 1));
      },
      [](const Registration& all) {
        const bool has_no_titles = !all.find("A")->titles().has_value();
        EXPECT_EQ(all.perflib_number("N").has_value(), has_no_titles);
        EXPECT_EQ(all.find("B")->number(ServiceKey::performance, "Disabled").has_value(),
                  has_no_titles);
        return has_no_titles;
      });
}

TEST(TitleStoreKill, ReplacedTitles_AreAllReplacedOrNone) {
  const auto name_of = [](const Registration& all, TitleIndex index) -> std::string {
    for (const RegisteredLanguage& language : all.languages()) {
      const auto title = std::ranges::find(language.titles, index, &Title::index);
      if (title != language.titles.end()) return std::string(title->text);
    }
    return {};
  };
  kill_everywhere(
      [](ExampleStore& example) {
        example.install("A");
        example.install("B");
      },
      [](StoreEdit& edit) {
        const Title titles[] = {{1848, "Nuovo A"}, {1854, "Nuovo B"}};
        return edit.set_titles(0x010, titles);
      },
      [&](const Registration& all) {
        const bool is_new = name_of(all, 1848) == "Nuovo A";
        EXPECT_EQ(name_of(all, 1848), is_new ? "Nuovo A" : "A 0 it");
        EXPECT_EQ(name_of(all, 1854), is_new ? "Nuovo B" : "B 0 it");
        return is_new;
      });
}

// As on a disk that is full after `most` bytes of any file.
std::expected<void, StoreFault> change_with_limit(TitleStore& store, const Edit& edit,
                                                  rlim_t most) {
  rlimit before{};
  EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit limit{.rlim_cur = most, .rlim_max = before.rlim_max};
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  auto result = store.change(StoreScope::system, edit);
  EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  return result;
}

TEST(TitleStoreFullDisk, Change_IsGivenUpAndLeavesNothing) {
  ExampleStore example;
  example.install("A");
  const auto before = services_of(example.store.read());
  const Files files = files_below(example.folder.path());
  const std::string long_text(600, 'x');  // its text is longer than that of the record
  const Edit edit = [&](StoreEdit& change) -> std::expected<void, StoreFault> {
    EXPECT_TRUE(change.set_value("A", ServiceKey::service, text_value("T", long_text)).has_value());
    EXPECT_TRUE(change.delete_value("A", ServiceKey::performance, "First Help").has_value());
    return install("B", 3)(change);
  };
  for (const rlim_t most : std::to_array<rlim_t>({0, 1, 3, 4, 100, 4096, 20'479})) {
    const auto changed = change_with_limit(example.store, edit, most);
    ASSERT_FALSE(changed.has_value()) << most;
    EXPECT_EQ(changed.error().code, StoreErrc::io);
    EXPECT_EQ(changed.error().source.errno_value, EFBIG);
    EXPECT_EQ(services_of(example.store.read()), before) << most;
    EXPECT_EQ(files_below(example.folder.path()), files) << most;
  }
  EXPECT_TRUE(change_with_limit(example.store, edit, 1U << 20U).has_value());
  EXPECT_NE(example.store.read()->find("B"), nullptr);
}

TEST(TitleStoreFullDisk, FirstChange_LeavesNoFolder) {
  ExampleStore example;
  EXPECT_FALSE(change_with_limit(example.store, install("A", 1), 4096).has_value());
  EXPECT_EQ(files_below(example.folder.path()), Files{});
}

// Installs and removes services of its own; returns how many changes failed.
int change_often(const StoreFolders& folders, int process, int changes) {
  TitleStore store(fixed_titles(), folders);
  int failed = 0;
  for (int i = 0; i < changes; ++i) {
    const std::string name = "P" + std::to_string(process) + "-" + std::to_string(i / 2 % 3);
    const bool is_removal = i % 2 == 1 && i + 1 < changes;  // the last one stays
    const Edit removal = [&](StoreEdit& edit) {
      return edit.delete_key(name, ServiceKey::service);
    };
    const auto counters = static_cast<std::uint32_t>((process + i) % 7);
    const auto changed =
        store.change(StoreScope::system, is_removal ? removal : install(name, counters));
    if (!changed.has_value()) ++failed;
  }
  return failed;
}

TEST(TitleStoreProcesses, ManyChangesAtOnce_AllHappen) {
  constexpr int kProcesses = 8;
  constexpr int kChanges = 25;
  ExampleStore example;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(change_often(example.store.folders(), process, kChanges));
    children.push_back(child);
  }
  int running = kProcesses;
  while (running > 0) {
    int status = 0;
    if (::waitpid(-1, &status, WNOHANG) > 0) {
      --running;
      EXPECT_EQ(status, 0);
    }
    const auto registration = example.store.read();
    ASSERT_TRUE(example.store.faults().empty()) << describe(example.store.faults()[0]);
    ASSERT_LE(registration->services().size(), std::size_t{kProcesses} * 2);
  }
  const auto registration = example.store.read();
  ASSERT_EQ(registration->services().size(), std::size_t{kProcesses});
  std::vector<std::uint64_t> installations;
  for (const RegisteredService& service : registration->services()) {
    installations.push_back(service.installation);
  }
  std::ranges::sort(installations);
  EXPECT_EQ(std::ranges::adjacent_find(installations), installations.end());
  EXPECT_EQ(files_below(example.folder.path() + "/system"), expected_files(*registration));
}

}  // namespace
}  // namespace openperflib
