#include "openperflib/registry/provider_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/registry/stored_keys.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/testing/providers/provider_record_example.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProviderKeys, Provider_HasAKeyForEachSet) {
  ExampleStore example;
  example.change([](StoreEdit& edit) { return edit.install_provider(example_provider(1)); });
  StoredKeys keys(fixed_titles(), example.store.folders());
  EXPECT_THAT(keys.children(kV2Providers), ElementsAre(guid_text(example_guid(1))));
  const RegistryKey* const provider =
      keys.child(kV2Providers, "{00000000-0000-0000-0000-000000000001}");
  ASSERT_NE(provider, nullptr);
  EXPECT_EQ(keys.child(kV2Providers, guid_text(example_guid(1))), provider);
  EXPECT_EQ(keys.values(*provider),
            (std::vector<RegisteredValue>{
                text_value("ApplicationIdentity", "/opt/disque/disque.exe"),
                number_value("ProviderType", 0), text_value("ProviderName", "Disque 1")}));
  EXPECT_THAT(keys.children(*provider),
              ElementsAre(guid_text(example_guid(11)), guid_text(example_guid(12))));
  const RegistryKey* const set = keys.child(*provider, guid_text(example_guid(12)));
  ASSERT_NE(set, nullptr);
  EXPECT_EQ(keys.values(*set),
            (std::vector<RegisteredValue>{
                text_value("CounterSetName", "Disque Set 12"), text_value("Uri", "Disque.12"),
                number_value("InstanceType", 2), number_value("CounterCount", 2),
                number_value("First Counter", 1854), number_value("Last Counter", 1858),
                number_value("First Help", 1855), number_value("Last Help", 1859)}));
  EXPECT_THAT(keys.children(*set), IsEmpty());
}

TEST(ProviderKeys, WhatIsNotRegistered_HasNoKey) {
  ExampleStore example;
  example.change([](StoreEdit& edit) { return edit.install_provider(example_provider(1)); });
  example.change([](StoreEdit& edit) { return edit.install_provider(example_provider(2)); });
  StoredKeys keys(fixed_titles(), example.store.folders());
  EXPECT_EQ(keys.child(kV2Providers, "Disque 1"), nullptr);
  EXPECT_EQ(keys.child(kV2Providers, guid_text(example_guid(11))), nullptr);
  const RegistryKey* const provider = keys.child(kV2Providers, guid_text(example_guid(2)));
  ASSERT_NE(provider, nullptr);
  EXPECT_EQ(keys.child(*provider, guid_text(example_guid(11))), nullptr);
  EXPECT_TRUE(keys.exists(*provider));
  EXPECT_EQ(keys.set(*provider, number_value("ProviderType", 1)), ERROR_ACCESS_DENIED);
  example.change([](StoreEdit& edit) { return edit.remove_provider(example_guid(2)); });
  EXPECT_FALSE(keys.exists(*provider));
  EXPECT_THAT(keys.values(*provider), IsEmpty());
}

}  // namespace
}  // namespace openperflib
