// What is generated: its texts, names and mistakes. The whole of it is compiled by
// tests/e2e/test_ctrpp.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "apps/ctrpp/c_text.h"
#include "apps/ctrpp/code_files.h"
#include "apps/ctrpp/ctrpp.h"
#include "apps/ctrpp/resource_script.h"
#include "openperflib/abi/perflib_constants.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/manifest/manifest_mistakes_example.h"
#include "openperflib/titles/manifest/translation.h"

namespace openperflib::ctrpp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string content_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

ManifestCounter counter_of(std::uint32_t id, std::string name, std::string symbol = {}) {
  return {.id = id,
          .type = 0x00010100,
          .detail_level = 100,
          .name = std::move(name),
          .text_ids = {10 * id, 10 * id + 1},
          .symbol = std::move(symbol),
          .line = 10 + id};
}

// One provider with one set of two counters.
Manifest small_manifest() {
  ManifestCounterSet set{
      .guid = *guid_of("{ab8e1320-965a-4cf9-9c07-fe25378c2a23}"),
      .name = "Queues",
      .symbol = "DisqueQueues",
      .text_ids = {1, 2},
      .instances = PERF_COUNTERSET_MULTI_INSTANCES,
      .counters = {counter_of(1, "Depth", "DISQUE_DEPTH"), counter_of(0xFFFF'FFFF, "Jobs")},
      .line = 5};
  set.counters[1].text_ids = {30, 31};
  set.counters[1].default_scale = -2;
  Manifest manifest;
  manifest.providers.push_back({.guid = *guid_of("{ab8e1320-965a-4cf9-9c07-000000000001}"),
                                .symbol = "Disque",
                                .sets = {set},
                                .line = 3});
  return manifest;
}

TEST(LiteralText, OtherCharactersThanAscii_AreUniversalNames) {
  EXPECT_EQ(literal_text("a\"b\\c"), "a\\\"b\\\\c");
  EXPECT_EQ(literal_text("\u00E4\u20AC\U0001F600\u202E"), "\\u00E4\\u20AC\\U0001F600\\u202E");
  EXPECT_EQ(literal_text("\t1\x7F\u0085"
                         "5"),
            "\\0111\\177\\2055");
}

TEST(LiteralText, QuestionMarks_FormNoTrigraph) {
  EXPECT_EQ(literal_text("a?"), "a?");
  EXPECT_EQ(literal_text("?"
                         "?=?"
                         "??"),
            "?\\?=?\\?\\?");
}

TEST(CNumbers, LargeOnes_HaveNoSign) {
  EXPECT_EQ(number_text(2'147'483'647), "2147483647");
  EXPECT_EQ(number_text(2'147'483'648), "2147483648u");
  EXPECT_EQ(guid_initializer(*guid_of("{ab8e1320-965a-4cf9-9c07-fe25378c2a23}")),
            "{0xab8e1320, 0x965a, 0x4cf9, {0x9c, 0x07, 0xfe, 0x25, 0x37, 0x8c, 0x2a, 0x23}}");
}

TEST(CodeHeader, SmallManifest_IsTheGoldenFile) {
  const std::filesystem::path golden(OPENPERFLIB_SOURCE_DIR "/tests/golden/ctrpp");
  const CodeStyle style{.names = CodeNames("My")};
  EXPECT_EQ(code_header(small_manifest(), style), content_of(golden / "code.h.txt"));
  EXPECT_EQ(symbol_header(small_manifest(), style.names), content_of(golden / "symbols.h.txt"));
}

TEST(CodeHeader, CallbackOfOneProvider_ChangesTheSignatureAndOnlyItsStart) {
  Manifest manifest = small_manifest();
  manifest.providers.push_back(
      {.symbol = "Second", .callback = ManifestProvider::Callback::custom});
  const std::string code = code_header(manifest, {});
  EXPECT_THAT(code, HasSubstr("CounterInitialize(PERFLIBREQUEST NotificationCallback,"));
  EXPECT_THAT(code, HasSubstr("PerfStartProvider(&ctrpp_provider, NULL, &Disque);"));
  EXPECT_THAT(code, HasSubstr("PerfStartProviderEx(&ctrpp_provider, &ctrpp_context, &Second);"));
}

TEST(LegacySource, MemoryRoutines_AreTemplates) {
  const CodeStyle style{.has_callback = true, .memory_templates = true};
  const std::string code = legacy_source(small_manifest(), style, "disque.h");
  EXPECT_THAT(code, HasSubstr("#include \"disque.h\"\n\n#include <stdlib.h>\n"));
  EXPECT_THAT(code, HasSubstr("MemoryAllocationFunction = PerfAllocateMemory;\n"));
  EXPECT_THAT(code, HasSubstr("if (ctrpp_status != 0) (void)PerfAutoCleanup();\n"));
}

TEST(LegacyResourceHeader, Ids_HaveNames) {
  EXPECT_THAT(legacy_resource_header(small_manifest(), CodeNames({})),
              HasSubstr("\n#define DisqueQueues_NAME 1\n#define DisqueQueues_DESCRIPTION 2\n"
                        "#define DisqueQueues_1_NAME 10\n"));
}

TEST(CodeMistakes, SmallManifest_HasNone) {
  EXPECT_THAT(code_mistakes(small_manifest(), CodeNames({})), IsEmpty());
}

TEST(CodeMistakes, KernelMode_IsRefused) {
  Manifest manifest = small_manifest();
  manifest.providers[0].type = PERF_PROVIDER_KERNEL_MODE;
  EXPECT_THAT(code_mistakes(manifest, CodeNames({})),
              ElementsAre(CodeMistake{
                  3, "the provider is in kernel mode: code for drivers is not generated"}));
}

TEST(CodeMistakes, EmptySymbols_LeaveThingsWithoutNames) {
  Manifest manifest = small_manifest();
  manifest.providers[0].symbol = "";
  manifest.providers[0].sets[0].symbol = "";
  EXPECT_THAT(
      code_mistakes(manifest, CodeNames({})),
      ElementsAre(CodeMistake{3, "the symbol of the provider is empty: its handle needs a name"},
                  CodeMistake{5, "the symbol of the counter set is empty: its GUID needs a name"}));
}

TEST(CodeMistakes, WordsOfCAndItsCompilers_CannotBeNames) {
  for (const std::string word : {"int", "class", "co_await", "linux", "HANDLE", "_Bool", "__x"}) {
    Manifest manifest = small_manifest();
    manifest.providers[0].symbol = word;
    EXPECT_THAT(code_mistakes(manifest, CodeNames({})),
                ElementsAre(CodeMistake{
                    3, word + " cannot be a name in the code: C, C++ or perflib.h has it"}));
    EXPECT_THAT(code_mistakes(manifest, CodeNames("My")), IsEmpty()) << word;
    manifest.providers[0].symbol = "Disque";
    manifest.providers[0].sets[0].counters[0].symbol = word;  // a macro, without the prefix
    EXPECT_EQ(code_mistakes(manifest, CodeNames("My")).size(), 1U) << word;
  }
}

TEST(CodeMistakes, OneNameForTwoThings_IsRefused) {
  Manifest manifest = small_manifest();
  manifest.providers[0].symbol = "DisqueQueuesGuid";
  manifest.providers[0].sets[0].counters[0].symbol = "CounterCleanup";
  EXPECT_THAT(
      code_mistakes(manifest, CodeNames({})),
      ElementsAre(
          CodeMistake{5, "DisqueQueuesGuid is already the name of something else in the code"},
          CodeMistake{11, "CounterCleanup is already the name of something else in the code"}));
}

TEST(TextMistakes, OneIdForTwoTexts_IsRefused) {
  Manifest manifest = small_manifest();
  manifest.providers[0].sets[0].counters[0].text_ids = {1, 2};
  EXPECT_THAT(text_mistakes(manifest),
              ElementsAre(CodeMistake{11, "the id 1 already stands for another text"}));
  manifest.providers[0].sets[0].counters[0].name = "Queues";
  EXPECT_THAT(text_mistakes(manifest), IsEmpty());
  EXPECT_EQ(text_resources(manifest).size(), 4U);
}

TEST(TextWarnings, IdOfMoreThan16Bits_IsLostInResources) {
  Manifest manifest = small_manifest();
  manifest.providers[0].sets[0].text_ids.name = 65'536;
  EXPECT_THAT(
      text_warnings(manifest),
      ElementsAre(CodeMistake{
          5, "the id 65536 is larger than 65535, and no resource compiler keeps its text"}));
}

TEST(ResourceScript, Texts_AreQuoted) {
  Manifest manifest = small_manifest();
  manifest.providers[0].sets[0].name =
      "a \"b\" \\ ?"
      "?= \u00E4\n";
  manifest.providers[0].sets[0].counters.clear();
  EXPECT_EQ(resource_script(manifest),
            "#pragma code_page(65001)\n\nSTRINGTABLE\nBEGIN\n"
            "  1, \"a \"\"b\"\" \\\\ ?\\077= \u00E4\\012\"\n  2, \"\"\nEND\n");
}

// The reader of translations reads back what is written. Manifests have no control characters.
RC_GTEST_PROP(ResourceScriptProperty, ReadBack_HasTheSameTexts, ()) {
  const auto texts = *rc::gen::container<std::vector<std::string>>(rc::gen::container<std::string>(
      rc::gen::weightedOneOf<char>({{3, rc::gen::inRange(' ', '\x7F')},
                                    {1, rc::gen::element('?', '"', '\\', '\xC3', '\xA4')}})));
  Manifest manifest = small_manifest();
  auto& counters = manifest.providers[0].sets[0].counters;
  counters.clear();
  for (const std::string& text : texts) {
    counters.push_back({.name = valid_utf8(text).text,
                        .text_ids = {static_cast<std::uint32_t>(100 + counters.size()), {}}});
  }
  const Translation read = read_translation(as_bytes(resource_script(manifest)));
  RC_ASSERT(read.remarks.empty());
  RC_ASSERT(read.texts.size() == counters.size() + 2);
  for (std::size_t i = 0; i < counters.size(); ++i) {
    RC_ASSERT(read.texts[i + 2].id == 100 + i);
    RC_ASSERT(read.texts[i + 2].text == counters[i].name);
  }
}

// Runs the tool; returns its exit code and what it prints.
std::pair<int, std::string> run(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  testing::internal::CaptureStdout();
  const int code = run_ctrpp(pointers);
  return {code, testing::internal::GetCapturedStdout()};
}

// Each rule of manifests: a mistake is named with its line, and the output stays as it was.
TEST(Ctrpp, OneInvalidLine_IsNamedAndNothingIsWritten) {
  const MadeFolder folder;
  const std::string manifest = folder.path() + "/a.man";
  const std::string output = folder.path() + "/new.man";
  std::ofstream(output) << "old";
  for (const ManifestMistake& one : manifest_mistakes::kAll) {
    const auto mistaken = manifest_mistakes::example_with(one);
    std::ofstream(manifest, std::ios::binary) << mistaken.text;
    if (is_note(one.rule)) continue;
    const auto [code, text] = run({"-migrate", output, manifest});
    EXPECT_EQ(code, 1) << one.text;
    EXPECT_EQ(text, manifest + ":" + std::to_string(mistaken.line) +
                        ": error: " + std::string(one.text) + "\r\n\r\nError: " + manifest +
                        " has mistakes, and nothing is written\r\n");
    EXPECT_EQ(content_of(output), "old");
  }
}

}  // namespace
}  // namespace openperflib::ctrpp
