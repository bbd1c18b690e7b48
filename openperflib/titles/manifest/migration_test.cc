#include "openperflib/titles/manifest/migration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "openperflib/testing/utf16_bytes.h"
#include "openperflib/titles/manifest/manifest.h"
#include "openperflib/titles/manifest/manifest_example.h"
#include "openperflib/titles/manifest/text_ids.h"

namespace openperflib {
namespace {

constexpr std::string_view kOld = R"(<?xml version='1.0' encoding='UTF-16'?>
<!-- "kept" -->
<m:instrumentationManifest xmlns:m="e">
 <m:instrumentation>
  <counters xmlns="http://schemas.microsoft.com/win/2005/12/counters" schemaVersion = '1.1' >
   <provider providerGuid="{ab8e1320-965a-4cf9-9c07-000000000001}" symbol="P"
       applicationIdentity="a"   resourceBase="0x10"><!-- kept > too -->
    <counterSet guid="{ab8e1320-965a-4cf9-9c07-000000000011}" uri="u" name='A "set" &#228;'
        symbol="S" description="">
     <counter id="1" uri="v" type="perf_counter_rawcount" detailLevel="standard" symbol="Reads"/>
     <counter id="2" uri="w" type="perf_counter_rawcount" detailLevel="standard"
         name="Counter 3" description="d"></counter>
     <counter id="3" uri="x" type="perf_counter_rawcount" detailLevel="standard"/>
     <counter id="4" uri="y" type="perf_counter_rawcount" detailLevel="standard">
      <counterAttributes><counterAttribute name="noDisplay"/></counterAttributes>
     </counter>
    </counterSet>
   </provider>
  </counters>
 </m:instrumentation>
</m:instrumentationManifest>
)";

constexpr std::string_view kNew = R"(<?xml version='1.0' encoding='utf-8'?>
<!-- "kept" -->
<m:instrumentationManifest xmlns:m="e">
 <m:instrumentation>
  <counters xmlns="http://schemas.microsoft.com/win/2005/12/counters" schemaVersion = '2.0' >
   <provider providerGuid="{ab8e1320-965a-4cf9-9c07-000000000001}" symbol="P"
       applicationIdentity="a"><!-- kept > too -->
    <counterSet guid="{ab8e1320-965a-4cf9-9c07-000000000011}" uri="u" name='A "set" &#228;' nameID="16"
        symbol="S" description="" descriptionID="17">
     <counter name="Reads" nameID="18" description="" descriptionID="19" id="1" uri="v" type="perf_counter_rawcount" detailLevel="standard" symbol="Reads"/>
     <counter id="2" uri="w" type="perf_counter_rawcount" detailLevel="standard"
         name="Counter 3"
         nameID="20" description="d" descriptionID="21"></counter>
     <counter name="Counter Counter 3" nameID="22" description="" descriptionID="23" id="3" uri="x" type="perf_counter_rawcount" detailLevel="standard"/>
     <counter id="4" uri="y" type="perf_counter_rawcount" detailLevel="standard">
      <counterAttributes><counterAttribute name="noDisplay"/></counterAttributes>
     </counter>
    </counterSet>
   </provider>
  </counters>
 </m:instrumentation>
</m:instrumentationManifest>
)";

TEST(MigrateManifest, Version11_GetsWhat20NeedsAndKeepsAllElse) {
  const MigratedManifest migrated =
      migrate_manifest(as_bytes(utf16_bytes("\uFEFF" + std::string(kOld))));
  EXPECT_THAT(migrated.remarks, testing::IsEmpty());
  EXPECT_EQ(migrated.text, kNew);
}

TEST(MigrateManifest, Result_IsValidAndSaysTheSame) {
  for (const std::string_view text : {kManifestExample, kNew}) {
    const MigratedManifest migrated = migrate_manifest(as_bytes(text));
    Manifest again = read_manifest(as_bytes(migrated.text));
    EXPECT_THAT(again.remarks, testing::IsEmpty());
    Manifest before = read_manifest(as_bytes(text));
    give_text_ids(before);
    ASSERT_EQ(again.providers.size(), before.providers.size());
    for (std::size_t i = 0; i < again.providers.size(); ++i) {
      EXPECT_EQ(again.providers[i].schema, ManifestSchema::v2_0);
      EXPECT_EQ(again.providers[i].guid, before.providers[i].guid);
      ASSERT_EQ(again.providers[i].sets.size(), before.providers[i].sets.size());
      for (std::size_t k = 0; k < again.providers[i].sets.size(); ++k) {
        for (ManifestCounter& counter : again.providers[i].sets[k].counters) counter.line = 0;
        for (ManifestCounter& counter : before.providers[i].sets[k].counters) counter.line = 0;
        EXPECT_EQ(again.providers[i].sets[k].counters, before.providers[i].sets[k].counters);
        EXPECT_EQ(again.providers[i].sets[k].text_ids, before.providers[i].sets[k].text_ids);
      }
    }
  }
}

TEST(MigrateManifest, Version20_StaysAsItIs) {
  EXPECT_EQ(migrate_manifest(as_bytes(kNew)).text, kNew);
}

TEST(MigrateManifest, Mistake_GivesNothing) {
  const MigratedManifest migrated = migrate_manifest(as_bytes(std::string_view("<a/>")));
  EXPECT_EQ(migrated.text, "");
  EXPECT_EQ(migrated.remarks.size(), 1U);
}

TEST(GiveTextIds, NumbersInUse_ArePassedOver) {
  Manifest manifest;
  manifest.providers.resize(2);
  manifest.providers[0].sets.push_back({.name = "A", .text_ids = {2, 3}});
  manifest.providers[1].schema = ManifestSchema::v1_1;
  manifest.providers[1].sets.push_back({.name = "B"});
  give_text_ids(manifest);
  EXPECT_EQ(manifest.providers[0].sets[0].text_ids, (ManifestTextIds{2, 3}));
  EXPECT_EQ(manifest.providers[1].sets[0].text_ids, (ManifestTextIds{1, 4}));
}

TEST(GiveTextIds, BaseAtTheEnd_ContinuesAtZero) {
  Manifest manifest;
  manifest.providers.resize(1);
  manifest.providers[0].schema = ManifestSchema::v1_1;
  manifest.providers[0].resource_base = 0xFFFF'FFFF;
  manifest.providers[0].sets.push_back({.name = "B"});
  give_text_ids(manifest);
  EXPECT_EQ(manifest.providers[0].sets[0].text_ids, (ManifestTextIds{0xFFFF'FFFF, 0}));
}

}  // namespace
}  // namespace openperflib
