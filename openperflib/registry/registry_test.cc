// Registry on recorded computers. tests/compat has the tests of the C functions.
#include "openperflib/registry/registry.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/registry/descriptor_share.h"
#include "openperflib/testing/providers/scripted_provider.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

LocalSourceOptions recorded(const char* machine) {
  return {.roots = {std::string(OPENPERFLIB_BINARY_DIR "/machines/") + machine},
          .collection_status = false};
}

std::vector<std::byte> copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

TEST(Registry, Block_IsThatOfTheSession) {
  const auto source = LocalSource::open(fixed_titles(), recorded("vm-6.18")).value();
  Snapshot snapshot;
  ASSERT_TRUE(source->read(ObjectRequest::parse("238 2").value(), snapshot).has_value());
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  EXPECT_EQ(copy_of(registry.block("2 238").value()), copy_of(source->block()));
}

TEST(Registry, ClosingTheData_StartsAgain) {
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  const auto first = copy_of(registry.block("4").value());
  EXPECT_EQ(registry.block("4").error(), ERROR_NO_MORE_ITEMS);  // it has only one reading
  EXPECT_EQ(registry.close(HKEY_PERFORMANCE_DATA), ERROR_SUCCESS);
  EXPECT_EQ(copy_of(registry.block("4").value()), first);
}

using std::chrono::milliseconds;

// The recorded machine has only one reading: what a second call gets was kept.
TEST(Registry, BlockThatWasTooLarge_IsKeptForTheRetries) {
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  Registry::Clock::time_point now{};
  const auto first = copy_of(registry.block_for("Global", 0, now).value());
  for (std::size_t room = 4096; room < first.size(); room += 4096) {
    now += milliseconds{900};
    EXPECT_EQ(copy_of(registry.block_for("Global", room, now).value()), first) << room;
  }
  now += milliseconds{900};
  EXPECT_EQ(copy_of(registry.block_for("Global", first.size(), now).value()), first);
  EXPECT_EQ(registry.block_for("Global", first.size(), now).error(), ERROR_NO_MORE_ITEMS);
}

TEST(Registry, KeptBlock_IsOfItsNameThreadAndSecond) {
  const Registry::Clock::time_point now{};
  const auto code_after_small_room = [&](std::string_view name, milliseconds later) {
    Registry registry(fixed_titles(), recorded("vm-6.18"));
    EXPECT_TRUE(registry.block_for("238 2", 16, now).has_value());
    const auto block = registry.block_for(name, std::size_t{1} << 24U, now + later);
    return block.has_value() ? ERROR_SUCCESS : block.error();
  };
  EXPECT_EQ(code_after_small_room("238 2", milliseconds{1000}), ERROR_SUCCESS);
  EXPECT_EQ(code_after_small_room("238 2", milliseconds{1001}), ERROR_NO_MORE_ITEMS);
  EXPECT_EQ(code_after_small_room("238", milliseconds{0}), ERROR_NO_MORE_ITEMS);
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  ASSERT_TRUE(registry.block_for("238", 16, now).has_value());
  std::thread([&] {
    EXPECT_EQ(registry.block_for("238", std::size_t{1} << 24U, now).error(), ERROR_NO_MORE_ITEMS);
  }).join();
}

TEST(Registry, ClosingTheData_ForgetsTheKeptBlock) {
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  ASSERT_TRUE(registry.block_for("238", 16, {}).has_value());
  EXPECT_EQ(registry.close(HKEY_PERFORMANCE_DATA), ERROR_SUCCESS);
  ASSERT_TRUE(registry.block_for("238", std::size_t{1} << 24U, {}).has_value());
  EXPECT_EQ(registry.block("238").error(), ERROR_NO_MORE_ITEMS);
}

TEST(Registry, MachineThatCannotBeOpened_IsNotFound) {
  Registry registry(fixed_titles(), {.roots = {"/no/such/folder"}});
  EXPECT_EQ(registry.block("Global").error(), ERROR_FILE_NOT_FOUND);
}

// The names in a table of titles, by index.
std::map<std::string, std::string> table_of(Registry& registry, const char* value) {
  const auto stored =
      registry.titles(KeyKind::performance_data, parse_value_name(value), Encoding::utf8).value();
  const std::string text(as_text(stored.bytes));
  std::map<std::string, std::string> table;
  for (std::size_t at = 0; at < text.size() && text[at] != '\0';) {
    const std::string index = text.c_str() + at;
    at += index.size() + 1;
    table[index] = text.c_str() + at;
    at += table[index].size() + 1;
  }
  return table;
}

TEST(Registry, TablesOfTitles_HaveTheNamesOfOtherProviders) {
  LocalSourceOptions options{.collection_status = false};
  options.providers = [] {
    std::vector<std::unique_ptr<Provider>> all;
    all.push_back(std::make_unique<ScriptedProvider>());
    return all;
  };
  Registry registry(fixed_titles(), options);
  const auto names = table_of(registry, "Counter 009");
  EXPECT_EQ(names.at("2000"), "Web Shop");
  EXPECT_EQ(names.at("2002"), "Requests/sec");
  EXPECT_EQ(names.at("238"), "Processor");
  const auto helps = table_of(registry, "Explain 009");
  EXPECT_EQ(helps.at("2001"), "What a shop of the tests sells.");
  Snapshot snapshot;
  ASSERT_TRUE(snapshot.assign(registry.block("2000").value()).has_value());
  EXPECT_TRUE(snapshot.view().find(2000).has_value());
  registry.release();
  EXPECT_EQ(table_of(registry, "Counter 009"), names);
}

TEST(Registry, Descriptors_AreSharedWithTheHostsOfServices) {
  ExampleStore store;
  std::vector<unsigned> hosts;
  Registry registry(fixed_titles(), {.collection_status = false}, store.store.folders(),
                    [&](unsigned most_hosts) {
                      hosts.push_back(most_hosts);
                      return std::vector<std::unique_ptr<Provider>>();
                    });
  ASSERT_TRUE(registry.block("4").has_value());
  for (int i = 0; i < 40; ++i) store.install("S" + std::to_string(i));
  registry.release();
  ASSERT_TRUE(registry.block("4").has_value());
  EXPECT_EQ(hosts, (std::vector<unsigned>{2, 12}));
  for (const std::size_t services : {0U, 1U, 5U, 12U, 40U, 10'000U}) {
    const DescriptorShare share = share_descriptors(services);
    EXPECT_EQ(share.files + share.hosts * kDescriptorsOfHost, 64U - 8U) << services;
    EXPECT_GE(share.files, 20U);
  }
}

TEST(Registry, Handles_AreDistinguishedByTheirLowHalf) {
  Registry registry(fixed_titles(), {});
  EXPECT_EQ(registry.keys().find(HKEY_PERFORMANCE_TEXT), &kPerformanceText);
  EXPECT_EQ(registry.keys().find(reinterpret_cast<HKEY>(std::uintptr_t{0x8000'0050})),
            &kPerformanceText);
  EXPECT_EQ(registry.keys().find(reinterpret_cast<HKEY>(std::uintptr_t{0x1234'8000'0060})),
            &kPerformanceNlsText);
  EXPECT_EQ(registry.keys().find(nullptr), nullptr);
}

TEST(Registry, OpenedKey_IsOpenUntilItIsClosed) {
  Registry registry(fixed_titles(), {});
  const HKEY one = registry.keys().open(kLocalMachine, "software").value();
  const HKEY other = registry.keys().open(kLocalMachine, "SOFTWARE").value();
  EXPECT_NE(one, other);
  EXPECT_EQ(registry.keys().find(one), registry.keys().find(other));
  EXPECT_EQ(registry.close(one), ERROR_SUCCESS);
  EXPECT_EQ(registry.close(one), ERROR_INVALID_HANDLE);
  EXPECT_EQ(registry.keys().find(one), nullptr);
  EXPECT_NE(registry.keys().find(other), nullptr);
}

LSTATUS set_number(Registry& registry, const char* name, std::uint32_t number) {
  return registry.set(kPerfProcPerformance, name, {REG_DWORD, std::as_bytes(std::span(&number, 1))},
                      Encoding::utf8);
}

std::vector<std::byte> block_of_recorded(LocalSourceOptions options, const char* objects) {
  const auto source = LocalSource::open(fixed_titles(), std::move(options)).value();
  Snapshot snapshot;
  EXPECT_TRUE(source->read(ObjectRequest::of_value_name(objects), snapshot).has_value());
  return copy_of(source->block());
}

TEST(Registry, NameFormats_ApplyFromTheNextQuery) {
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  const auto plain = copy_of(registry.block("230 232").value());
  EXPECT_EQ(set_number(registry, "ProcessNameFormat", 2), ERROR_SUCCESS);
  LocalSourceOptions options = recorded("vm-6.18");
  options.process_names = NameFormat::name_and_id;
  const auto with_ids = copy_of(registry.block("230 232").value());
  EXPECT_EQ(with_ids, block_of_recorded(options, "230 232"));
  EXPECT_NE(with_ids, plain);
  EXPECT_EQ(set_number(registry, "threadnameformat", 2), ERROR_SUCCESS);
  options.thread_names = NameFormat::name_and_id;
  EXPECT_EQ(copy_of(registry.block("230 232").value()), block_of_recorded(options, "230 232"));
  EXPECT_EQ(set_number(registry, "ProcessNameFormat", 1), ERROR_SUCCESS);
  EXPECT_EQ(set_number(registry, "ThreadNameFormat", 1), ERROR_SUCCESS);
  EXPECT_EQ(copy_of(registry.block("230 232").value()), plain);
}

TEST(Registry, NameFormatThatIsSetAlready_DoesNotStartAgain) {
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  ASSERT_TRUE(registry.block("4").has_value());
  EXPECT_EQ(set_number(registry, "ProcessNameFormat", 1), ERROR_SUCCESS);
  EXPECT_EQ(registry.block("4").error(), ERROR_NO_MORE_ITEMS);  // it has only one reading
}

TEST(Registry, InvalidNameFormat_IsRefusedAndTheOldOneStays) {
  Registry registry(fixed_titles(), recorded("vm-6.18"));
  for (const std::uint32_t number : {0U, 3U, 0x0200'0000U, 0xFFFF'FFFFU}) {
    EXPECT_EQ(set_number(registry, "ProcessNameFormat", number), ERROR_INVALID_PARAMETER) << number;
  }
  const std::uint64_t two = 2;
  const Bytes bytes = std::as_bytes(std::span(&two, 1));
  EXPECT_EQ(
      registry.set(kPerfProcPerformance, "ProcessNameFormat", {REG_DWORD, bytes}, Encoding::utf8),
      ERROR_INVALID_PARAMETER);
  EXPECT_EQ(
      registry.set(kPerfProcPerformance, "ProcessNameFormat", {REG_DWORD, {}}, Encoding::utf8),
      ERROR_INVALID_PARAMETER);
  EXPECT_EQ(registry.set(kPerfProcPerformance, "ProcessNameFormat", {REG_SZ, bytes.first(4)},
                         Encoding::utf8),
            ERROR_INVALID_PARAMETER);
  EXPECT_EQ(set_number(registry, "Library", 2), ERROR_ACCESS_DENIED);
  const StoredValue value =
      registry.value(kPerfProcPerformance, "ProcessNameFormat", Encoding::utf8).value();
  EXPECT_EQ(value.bytes[0], std::byte{1});
}

TEST(TitleTexts, Table_IsMadeOnce) {
  TitleTexts texts(fixed_titles());
  const Bytes utf16 = texts.text(ValueKind::names, Encoding::utf16);
  EXPECT_EQ(texts.text(ValueKind::names, Encoding::utf16).data(), utf16.data());
  EXPECT_EQ(texts.text(ValueKind::names, Encoding::utf8).size() * 2, utf16.size());
  texts.release();
  EXPECT_FALSE(texts.text(ValueKind::added_helps, Encoding::utf8).empty());
}

}  // namespace
}  // namespace openperflib
