#include "openperflib/provider/v1/module_settings.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

// A service with these values in its key Performance.
ModuleSettings settings_of(std::initializer_list<RegisteredValue> values,
                           const ModulePlaces& places = {}) {
  ExampleStore store;
  store.install("A");
  for (const RegisteredValue& value : values) {
    store.change(
        [&](StoreEdit& edit) { return edit.set_value("A", ServiceKey::performance, value); });
  }
  const auto registration = store.store.read();
  return module_settings(*registration->find("A"), *registration, {"/system", "/user"}, places);
}

RegisteredValue expandable(std::string_view text) {
  RegisteredValue value = text_value("Library", text);
  value.type = REG_EXPAND_SZ;
  return value;
}

TEST(ModuleSettings, Procedures_AreThoseOfTheService) {
  const ModuleSettings settings =
      settings_of({text_value("Library", "/opt/a.so"), text_value("Open", "OpenA"),
                   text_value("Collect", "CollectA"), text_value("Close", "CloseA")});
  EXPECT_EQ(settings.refusal, "");
  EXPECT_EQ(settings.start.service, "A");
  EXPECT_EQ(settings.start.library, "/opt/a.so");
  EXPECT_EQ(settings.start.open, "OpenA");
  EXPECT_EQ(settings.start.collect, "CollectA");
  EXPECT_EQ(settings.start.close, "CloseA");
  EXPECT_EQ(settings.start.query, "");
  EXPECT_EQ(settings.start.test_level, 4U);
}

TEST(ModuleSettings, LibraryOfWindows_IsOneOfTheModulesFolder) {
  const ModulePlaces places{.modules_folder = "/lib/modules"};
  EXPECT_EQ(settings_of({text_value("Library", "Disque.DLL")}, places).start.library,
            "/lib/modules/Disque.so");
  EXPECT_EQ(settings_of({text_value("Library", "../a.so")}, places).refusal,
            "its value Library names no file");
  EXPECT_EQ(settings_of({}, places).refusal, "its value Library names no file");
}

TEST(ModuleSettings, Variables_AreExpandedButNotForRoot) {
  const ModulePlaces places{.modules_folder = "/lib/modules",
                            .variable = [](const std::string& name) -> std::optional<std::string> {
                              if (name == "DISQUE") return "/opt/disque";
                              return std::nullopt;
                            }};
  const bool is_root = ::geteuid() == 0;
  const std::string none;
  EXPECT_EQ(settings_of({expandable("%DISQUE%/a.so")}, places).start.library,
            is_root ? none : "/opt/disque/a.so");
  EXPECT_EQ(settings_of({expandable("%NONE%/a.so")}, places).start.library, none);
  EXPECT_EQ(settings_of({expandable("%DISQUE/a.so")}, places).start.library, none);
  EXPECT_EQ(settings_of({text_value("Library", "%DISQUE%/a.so")}, places).start.library, none);
  EXPECT_EQ(settings_of({expandable("a.dll")}, places).start.library, "/lib/modules/a.so");
}

TEST(ModuleSettings, Timeouts_AreTenSecondsUnlessSet) {
  const ModuleSettings usual = settings_of({});
  EXPECT_EQ(usual.open_timeout, std::chrono::seconds(10));
  EXPECT_EQ(usual.collect_timeout, std::chrono::seconds(10));
  EXPECT_EQ(usual.open_wait, std::chrono::seconds(5));
  const ModuleSettings set =
      settings_of({number_value("Open Timeout", 20'000), number_value("Collect Timeout", 500)});
  EXPECT_EQ(set.open_timeout, std::chrono::seconds(20));
  EXPECT_EQ(set.collect_timeout, std::chrono::milliseconds(500));
}

TEST(ModuleSettings, Confinement_IsStrictUnlessSet) {
  const ModuleSettings usual = settings_of({});
  EXPECT_EQ(usual.confinement.sandbox, Sandbox::strict);
  EXPECT_EQ(usual.confinement.memory_limit, std::uint64_t{512} << 20U);
  EXPECT_EQ(usual.confinement.readable, (std::vector<std::string>{"/system", "/user"}));
  const ModuleSettings set =
      settings_of({text_value("Sandbox", "Network"), number_value("Memory Limit", 64)});
  EXPECT_EQ(set.confinement.sandbox, Sandbox::network);
  EXPECT_EQ(set.confinement.memory_limit, std::uint64_t{64} << 20U);
  EXPECT_EQ(settings_of({text_value("Sandbox", "off")}).confinement.sandbox, Sandbox::strict);
}

// A REG_MULTI_SZ.
RegisteredValue texts_value(std::string_view name, std::u16string_view texts) {
  const Bytes data = std::as_bytes(std::span(texts));
  return {.name = std::string(name), .type = REG_MULTI_SZ, .data = {data.begin(), data.end()}};
}

TEST(ModuleSettings, SandboxPaths_AreReadableWhereTheyAreAbsolute) {
  using namespace std::string_view_literals;
  const ModuleSettings settings =
      settings_of({texts_value("Sandbox Paths", u"/opt/data\0relative\0/srv/a b\0\0"sv)});
  EXPECT_EQ(settings.confinement.readable,
            (std::vector<std::string>{"/opt/data", "/srv/a b", "/system", "/user"}));
}

TEST(ModuleSettings, ConsumerIsRoot_HostBecomesItsHostUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const passwd* const found = ::getpwnam("daemon");
  if (found == nullptr) GTEST_SKIP() << "there is no user daemon";
  const ProcessUser named{found->pw_uid, found->pw_gid};
  const ModuleSettings set = settings_of({text_value("Host User", "daemon")});
  EXPECT_EQ(set.confinement.user, named);
  EXPECT_NE(settings_of({}).confinement.user, named);
  EXPECT_EQ(settings_of({text_value("Host User", "root")}).confinement.user, (ProcessUser{0, 0}));
}

TEST(ModuleSettings, ConsumerIsRoot_UnknownHostUserIsARefusal) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const ModuleSettings settings = settings_of(
      {text_value("Library", "/opt/a.so"), text_value("Host User", "openperflib-nobody")});
  EXPECT_EQ(settings.refusal, "its Host User, openperflib-nobody, does not exist");
  EXPECT_FALSE(settings.confinement.user.has_value());
}

}  // namespace
}  // namespace openperflib
