#include "openperflib/provider/v1/module_settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

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
  EXPECT_EQ(usual.confinement.memory_limit, kUsualMemoryLimit);
  EXPECT_EQ(usual.confinement.readable, (std::vector<std::string>{"/system", "/user"}));
  const ModuleSettings set =
      settings_of({text_value("Sandbox", "Network"), number_value("Memory Limit", 64)});
  EXPECT_EQ(set.confinement.sandbox, Sandbox::network);
  EXPECT_EQ(set.confinement.memory_limit, std::uint64_t{64} << 20U);
  EXPECT_EQ(settings_of({text_value("Sandbox", "off")}).confinement.sandbox, Sandbox::strict);
}

}  // namespace
}  // namespace openperflib
