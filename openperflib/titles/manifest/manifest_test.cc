#include "openperflib/titles/manifest/manifest.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/testing/utf16_bytes.h"
#include "openperflib/titles/manifest/manifest_example.h"

namespace openperflib {
namespace {

using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using enum TitleRule;

Manifest manifest_of(std::string_view bytes) { return read_manifest(as_bytes(bytes)); }

TitleRemark manifest_remark(std::size_t line, TitleRule rule, std::string subject = {}) {
  return {TitleFile::manifest, line, rule, std::move(subject)};
}

// A user-mode provider of version 2.0 around the given sets, which begin in line 2.
std::string with_sets(std::string_view sets) {
  return fmt::format(
      R"(<instrumentationManifest><instrumentation><counters schemaVersion="2.0" )"
      R"(xmlns="http://schemas.microsoft.com/win/2005/12/counters">)"
      R"(<provider providerGuid="{{ab8e1320-965a-4cf9-9c07-fe25378c2a23}}" symbol="P" )"
      R"(applicationIdentity="p.exe">)"
      "\n{}\n</provider></counters></instrumentation></instrumentationManifest>",
      sets);
}

std::string set_of(std::string_view name, std::string_view counters) {
  return fmt::format(
      R"(<counterSet guid="{{dd36a036-c923-4794-b696-70577630b5cf}}" uri="P.S" name="{}" )"
      R"(symbol="S" description="" nameID="1" descriptionID="2">{}</counterSet>)",
      name, counters);
}

std::string counter_of(std::size_t id) {
  return fmt::format(
      R"(<counter id="{0}" uri="P.S.{0}" type="perf_counter_rawcount" detailLevel="standard" )"
      R"(name="{0}" description="" nameID="3" descriptionID="4"/>)",
      id);
}

TEST(Manifest, Example_IsReadAsItIsWritten) {
  const Manifest manifest = manifest_of(kManifestExample);
  ASSERT_EQ(manifest.providers.size(), 2U);
  const ManifestProvider& provider = manifest.providers.front();
  EXPECT_EQ(provider.schema, ManifestSchema::v2_0);
  EXPECT_EQ(guid_text(provider.guid), "{ab8e1320-965a-4cf9-9c07-000000000001}");
  EXPECT_EQ(provider.application_identity, "disque.exe");
  EXPECT_EQ(provider.name, "Disque");
  EXPECT_EQ(provider.type, std::uint32_t{PERF_PROVIDER_USER_MODE});
  EXPECT_EQ(provider.callback, ManifestProvider::Callback::custom);
  EXPECT_EQ(provider.symbol, "DisqueProvider");
  EXPECT_EQ(provider.line, 13U);
  ASSERT_EQ(provider.sets.size(), 1U);
  const ManifestCounterSet& set = provider.sets.front();
  EXPECT_EQ(guid_text(set.guid), "{ab8e1320-965a-4cf9-9c07-000000000011}");
  EXPECT_EQ(set.uri, "Disque.Queues");
  EXPECT_EQ(set.name, "Disque Queues");
  EXPECT_EQ(set.symbol, "DisqueQueues");
  EXPECT_EQ(set.description, "Queues & their jobs.");
  EXPECT_EQ(set.text_ids, (ManifestTextIds{100, 102}));
  EXPECT_EQ(set.instances, std::uint32_t{PERF_COUNTERSET_MULTI_AGGREGATE});
  EXPECT_EQ(set.counters.size(), 7U);
}

TEST(Manifest, Counter_HasAllAttributes) {
  const Manifest manifest = manifest_of(kManifestExample);
  const auto& counters = manifest.providers.at(0).sets.at(0).counters;
  EXPECT_EQ(counters.at(0), (ManifestCounter{.id = 1,
                                             .uri = "Disque.Queues.Wait",
                                             .type = PERF_AVERAGE_TIMER,
                                             .detail_level = PERF_DETAIL_NOVICE,
                                             .name = "Seconds/Job",
                                             .description = "How long jobs wait.",
                                             .text_ids = {104, 106},
                                             .symbol = "DISQUE_WAIT",
                                             .base_id = 2,
                                             .default_scale = -3,
                                             .aggregate = PERF_AGGREGATE_AVG,
                                             .line = 31}));
  EXPECT_EQ(counters.at(1).attributes, std::uint64_t{PERF_ATTRIB_NO_DISPLAYABLE});
  EXPECT_EQ(counters.at(2).detail_level, std::uint32_t{PERF_DETAIL_ADVANCED});
  EXPECT_EQ(counters.at(2).perf_time_id, 4U);
  EXPECT_EQ(counters.at(2).perf_freq_id, 5U);
  EXPECT_EQ(counters.at(5).multi_counter_id, 7U);
  EXPECT_EQ(counters.at(6).attributes,
            std::uint64_t{PERF_ATTRIB_BY_REFERENCE | PERF_ATTRIB_DISPLAY_AS_HEX});
}

TEST(Manifest, KernelProvider_HasStructs) {
  const Manifest manifest = manifest_of(kManifestExample);
  const ManifestProvider& provider = manifest.providers.at(1);
  EXPECT_EQ(provider.schema, ManifestSchema::v1_1);
  EXPECT_EQ(provider.type, std::uint32_t{PERF_PROVIDER_KERNEL_MODE});
  EXPECT_EQ(provider.name, "Counters");
  EXPECT_EQ(provider.resource_base, 1000U);
  const ManifestCounterSet& set = provider.sets.at(0);
  EXPECT_THAT(set.structs, ElementsAre(ManifestStruct{"Totals", "DISQUE_TOTALS", 123},
                                       ManifestStruct{"Errors", "DISQUE_ERRORS", 124}));
  EXPECT_EQ(set.counters.at(0).struct_name, "Totals");
  EXPECT_EQ(set.counters.at(0).field, "Reads");
  EXPECT_EQ(set.counters.at(1).struct_name, "");
}

TEST(Manifest, EachEncoding_IsTheSameManifest) {
  const Manifest expected = manifest_of(kManifestExample);
  std::string text(kManifestExample);
  EXPECT_EQ(manifest_of("\xEF\xBB\xBF" + text), expected);
  EXPECT_EQ(manifest_of(utf16_bytes(text, ByteOrder::little)), expected);
  EXPECT_EQ(manifest_of(utf16_bytes(text, ByteOrder::big)), expected);
  EXPECT_EQ(manifest_of(utf16_bytes("\uFEFF" + text, ByteOrder::little)), expected);
  EXPECT_EQ(manifest_of(utf16_bytes("\uFEFF" + text, ByteOrder::big)), expected);
}

TEST(Manifest, EachKindOfLineEnd_Counts) {
  const Manifest expected = manifest_of(kManifestExample);
  std::string crlf;
  std::string cr;
  for (const char c : kManifestExample) {
    if (c == '\n') crlf += '\r';
    crlf += c;
    cr += c == '\n' ? '\r' : c;
  }
  EXPECT_EQ(manifest_of(crlf), expected);
  EXPECT_EQ(manifest_of(cr), expected);
}

TEST(Manifest, Windows1252_IsReadWhereDeclared) {
  const std::string sets = with_sets(set_of("Men\xFC", counter_of(1)));
  const Manifest manifest = manifest_of(R"(<?xml version="1.0" encoding="Windows-1252"?>)" + sets);
  EXPECT_THAT(manifest.remarks, IsEmpty());
  EXPECT_EQ(manifest.providers.at(0).sets.at(0).name, "Men\u00FC");
  EXPECT_THAT(manifest_of(sets).remarks, ElementsAre(manifest_remark(2, undecodable, "the line")));
}

TEST(Manifest, References_BecomeCharacters) {
  const Manifest manifest = manifest_of(
      with_sets(set_of("&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#x1F600;&#xe4; \t", counter_of(1))));
  EXPECT_THAT(manifest.remarks, IsEmpty());
  EXPECT_EQ(manifest.providers.at(0).sets.at(0).name, "<>&\"'AB\U0001F600\u00E4  ");
}

// No entity is expanded but the five of XML, and no file is opened for one.
TEST(Manifest, EntitiesOfTheDocument_AreUnknown) {
  const Manifest manifest =
      manifest_of(R"(<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "z">]>)" +
                  with_sets(set_of("&x;", counter_of(1))));
  EXPECT_THAT(manifest.remarks, ElementsAre(manifest_remark(2, character_unknown, "&x;")));
  EXPECT_EQ(manifest.providers.at(0).sets.at(0).name, "");
}

TEST(Manifest, PrefixedNames_AreReadByTheirNamespace) {
  std::string text(kManifestExample);
  for (const std::string_view name :
       {"counters"sv, "provider"sv, "counterSet"sv, "structs"sv, "struct"sv, "counterAttributes"sv,
        "counterAttribute"sv, "counter"sv}) {
    for (const std::string_view end : {" "sv, "\n"sv, ">"sv, "/"sv}) {
      for (const std::string_view start : {"<"sv, "</"sv}) {
        const std::string from = fmt::format("{}{}{}", start, name, end);
        const std::string to = fmt::format("{}c:{}{}", start, name, end);
        for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + 1)) {
          text.replace(at, from.size(), to);
        }
      }
    }
  }
  const std::string from = "xmlns=\"http://schemas.microsoft.com/win/2005/12/counters\"";
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at)) {
    text.replace(at, 5, "xmlns:c");
  }
  EXPECT_EQ(manifest_of(text), manifest_of(kManifestExample));
}

TEST(Manifest, OtherDocuments_AreNone) {
  EXPECT_THAT(manifest_of("").remarks,
              ElementsAre(manifest_remark(1, xml_not_well_formed, "No document element found")));
  EXPECT_THAT(manifest_of("\n<manifest/>").remarks,
              ElementsAre(manifest_remark(2, root_unknown, "manifest")));
  EXPECT_THAT(manifest_of("\n<assembly/>").remarks,
              ElementsAre(manifest_remark(2, element_missing, "counters")));
  EXPECT_THAT(manifest_of("\n<instrumentationManifest/>").remarks,
              ElementsAre(manifest_remark(2, element_missing, "counters")));
  EXPECT_THAT(manifest_of("<instrumentationManifest><instrumentation>\n<counters xmlns='events'/>"
                          "</instrumentation></instrumentationManifest>")
                  .remarks,
              ElementsAre(manifest_remark(2, namespace_wrong, "counters")));
}

// The manifest of a program has parts of other kinds around its instrumentation.
TEST(Manifest, RootOfAProgram_IsRead) {
  std::string text(kManifestExample);
  for (std::size_t at = text.find("instrumentationManifest"); at != text.npos;
       at = text.find("instrumentationManifest")) {
    text.replace(at, std::string_view("instrumentationManifest").size(), "assembly");
  }
  EXPECT_EQ(manifest_of(text), manifest_of(kManifestExample));
}

// One note for each: the names are what an administrator looks for.
TEST(Manifest, MissingDescriptions_AreEmptyAndNoted) {
  const auto without = [](std::string text, std::initializer_list<std::string_view> attributes) {
    for (const std::string_view one : attributes) text.replace(text.find(one), one.size(), "");
    return manifest_of(text);
  };
  const Manifest counter =
      without(std::string(kManifestExample),
              {R"(description="How long jobs wait.")", R"(descriptionID="0x6A")"});
  EXPECT_EQ(counter.remarks.size(), 1U);
  EXPECT_EQ(counter.remarks.front().rule, description_missing);
  EXPECT_FALSE(has_mistakes(counter.remarks));
  const Manifest set =
      without(std::string(kManifestExample),
              {R"(description="Queues &amp; their jobs.")", R"(descriptionID="102")",
               R"(description="The driver of Disque.")"});
  EXPECT_EQ(set.remarks.size(), 2U);
  for (const TitleRemark& remark : set.remarks) EXPECT_EQ(remark.rule, description_missing);
  EXPECT_EQ(set.providers.at(0).sets.at(0).description, "");
}

TEST(Manifest, AllMistakes_AreReportedByLine) {
  std::string text(kManifestExample);
  for (const auto& [from, to] : {std::pair(R"(schemaVersion="2.0")"sv, R"(schemaVersion="3.0")"sv),
                                 std::pair(R"(detailLevel="advanced")"sv, R"(detailLevel="")"sv),
                                 std::pair(R"(field="Writes")"sv, ""sv)}) {
    text.replace(text.find(from), from.size(), to);
  }
  EXPECT_THAT(manifest_of(text).remarks,
              ElementsAre(manifest_remark(11, schema_version_other, "3.0"),
                          manifest_remark(56, detail_level_invalid, "detailLevel"),
                          manifest_remark(135, attribute_missing_in_kernel_mode, "field")));
}

TEST(Manifest, Name_Has1023Characters) {
  const std::string name(1022, 'x');
  EXPECT_THAT(manifest_of(with_sets(set_of(name + "\u00E4", counter_of(1)))).remarks, IsEmpty());
  EXPECT_THAT(manifest_of(with_sets(set_of(name + "xx", counter_of(1)))).remarks,
              ElementsAre(manifest_remark(2, set_name_too_long, std::string(79, 'x') + "\u2026")));
}

TEST(Manifest, Set_Has64000Counters) {
  std::string counters;
  for (std::size_t i = 1; i <= kMostCountersOfSet; ++i) counters += counter_of(i);
  const Manifest most = manifest_of(with_sets(set_of("S", counters)));
  EXPECT_THAT(most.remarks, IsEmpty());
  EXPECT_EQ(most.providers.at(0).sets.at(0).counters.size(), 64'000U);
  counters += "\n" + counter_of(64'001) + counter_of(64'002);
  EXPECT_THAT(manifest_of(with_sets(set_of("S", counters))).remarks,
              ElementsAre(manifest_remark(3, too_many_counters, "64,000")));
}

TEST(Manifest, BoundsOfAFile_AreChecked) {
  EXPECT_THAT(manifest_of(std::string(kMostManifestBytes + 1, ' ')).remarks,
              ElementsAre(manifest_remark(1, file_too_large, "64 MiB")));
  std::string deep = "<";
  for (int i = 0; i < 4'000'000; ++i) deep += "a><";
  EXPECT_THAT(manifest_of(deep).remarks,
              ElementsAre(manifest_remark(1, too_many_elements, "4,000,000 tags")));
  EXPECT_THAT(manifest_of("<a " + std::string(6'000'001, '=') + ">").remarks,
              ElementsAre(manifest_remark(1, too_many_elements, "6,000,000 attributes")));
}

TEST(Manifest, DeepElements_AreReadWithoutRecursion) {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<a>";
  for (int i = 0; i < 1'000'000; ++i) deep += "</a>";
  EXPECT_THAT(manifest_of(with_sets(deep)).remarks,
              ElementsAre(manifest_remark(1, no_counter_sets, "Counters"),
                          manifest_remark(2, element_unknown, "a")));
}

TEST(Manifest, FileOfMistakes_IsReadToTheLimit) {
  std::string sets;
  for (int i = 0; i < 200'000; ++i) sets += "<a/>\n";
  const TitleRemarks remarks = manifest_of(with_sets(sets)).remarks;
  EXPECT_EQ(remarks.size(), 10'001U);
  EXPECT_EQ(remarks.back(), manifest_remark(10'002, too_many_mistakes));
}

}  // namespace
}  // namespace openperflib
