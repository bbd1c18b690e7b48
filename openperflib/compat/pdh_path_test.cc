// PdhMakeCounterPath, PdhParseCounterPath and PdhParseInstanceName. What they have in common with
// all functions of pdh.h, and their C declarations, is tested by tests/compat/pdh_names.c.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <vector>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh_names.h"
#include "openperflib/compat/this_machine_internal.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib::compat {
namespace {

constexpr PDH_STATUS kMoreData = static_cast<PDH_STATUS>(PDH_MORE_DATA);
constexpr PDH_STATUS kInvalidArgument = static_cast<PDH_STATUS>(PDH_INVALID_ARGUMENT);
constexpr PDH_STATUS kInvalidPath = static_cast<PDH_STATUS>(PDH_INVALID_PATH);
constexpr PDH_STATUS kInvalidInstance = static_cast<PDH_STATUS>(PDH_INVALID_INSTANCE);

// The parts of a path, in the order of the structure; "-" for NULL.
std::string parts_of(const PDH_COUNTER_PATH_ELEMENTS_A& elements) {
  const auto text = [](const char* one) { return one == nullptr ? std::string("-") : one; };
  return text(elements.szMachineName) + "|" + text(elements.szObjectName) + "|" +
         text(elements.szInstanceName) + "|" + text(elements.szParentInstance) + "|" +
         std::to_string(elements.dwInstanceIndex) + "|" + text(elements.szCounterName);
}

// PdhParseCounterPath in two calls.
std::vector<std::byte> parsed(const std::string& path) {
  DWORD size = 0;
  EXPECT_EQ(PdhParseCounterPathA(path.c_str(), nullptr, &size, 0), kMoreData) << path;
  std::vector<std::byte> buffer(size);
  EXPECT_EQ(
      PdhParseCounterPathA(path.c_str(),
                           reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_A>(buffer.data()), &size, 0),
      ERROR_SUCCESS);
  EXPECT_EQ(size, buffer.size());
  return buffer;
}

PDH_COUNTER_PATH_ELEMENTS_A& elements_in(std::vector<std::byte>& buffer) {
  return *reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_A>(buffer.data());
}

std::string parsed_parts(const std::string& path) {
  auto buffer = parsed(path);
  return parts_of(elements_in(buffer));
}

std::string made(PDH_COUNTER_PATH_ELEMENTS_A elements) {
  std::array<char, PDH_MAX_COUNTER_PATH> text = {};
  DWORD size = text.size();
  EXPECT_EQ(PdhMakeCounterPathA(&elements, text.data(), &size, 0), ERROR_SUCCESS);
  EXPECT_EQ(size, std::string(text.data()).size() + 1);
  return text.data();
}

PDH_COUNTER_PATH_ELEMENTS_A elements_of(const char* machine, const char* object,
                                        const char* instance, const char* parent, DWORD index,
                                        const char* counter) {
  const auto text = [](const char* one) { return const_cast<LPSTR>(one); };
  return {.szMachineName = text(machine),
          .szObjectName = text(object),
          .szInstanceName = text(instance),
          .szParentInstance = text(parent),
          .dwInstanceIndex = index,
          .szCounterName = text(counter)};
}

TEST(PdhParseCounterPath, EveryPart_HasItsPlace) {
  EXPECT_EQ(parsed_parts(R"(\\db-17\Thread(java/12#1)\% Processor Time)"),
            R"(\\db-17|Thread|12|java|1|% Processor Time)");
  EXPECT_EQ(parsed_parts(R"(\\db-17\Process(svchost#0)\ID Process)"),
            R"(\\db-17|Process|svchost|-|0|ID Process)");
  EXPECT_EQ(parsed_parts(R"(\\db-17\LogicalDisk(\mnt\usb (old))\% Free Space)"),
            R"(\\db-17|LogicalDisk|\mnt\usb (old)|-|0|% Free Space)");
  EXPECT_EQ(parsed_parts(R"(\\db-17\Process(*)\*)"), R"(\\db-17|Process|*|-|0|*)");
}

TEST(PdhParseCounterPath, SlashBelongsToTheName_OfObjectsKnownToHaveNoParents) {
  EXPECT_EQ(parsed_parts(R"(\\m\Network Interface(eth0/1)\Bytes Total/sec)"),
            R"(\\m|Network Interface|eth0/1|-|0|Bytes Total/sec)");
  EXPECT_EQ(parsed_parts(R"(\\m\Database ==> Instances(lsass/NTDSA)\I/O Reads/sec)"),
            R"(\\m|Database ==> Instances|NTDSA|lsass|0|I/O Reads/sec)");
}

TEST(PdhParseCounterPath, WithoutMachine_HasThisOne) {
  EXPECT_EQ(parsed_parts(R"(\Memory\Available Bytes)"),
            "\\\\" + this_machine_name() + "|Memory|-|-|0|Available Bytes");
}

TEST(PdhParseCounterPath, TextThatCannotBeParsed_IsInvalid) {
  const std::string long_path = "\\Memory\\" + std::string(65536, 'x');
  for (const char* text : {"", "Memory", R"(\Memory)", R"(\\host)", R"(\Processor(0\x)",
                           "Memory/Available Bytes", long_path.c_str()}) {
    DWORD size = 0;
    EXPECT_EQ(PdhParseCounterPathA(text, nullptr, &size, 0), kInvalidPath) << text;
    EXPECT_EQ(size, 0U);
  }
}

TEST(PdhParseCounterPath, TooSmallABuffer_IsNotWritten) {
  std::vector<std::byte> buffer(4096, std::byte{0x5A});
  const std::vector<std::byte> before = buffer;
  const auto needed = static_cast<DWORD>(parsed(R"(\\m\Memory\Available Bytes)").size());
  EXPECT_EQ(needed, sizeof(PDH_COUNTER_PATH_ELEMENTS_A) + sizeof R"(\\m)" + sizeof "Memory" +
                        sizeof "Available Bytes");
  for (DWORD room = 0; room < needed; ++room) {
    DWORD size = room;
    EXPECT_EQ(PdhParseCounterPathA(R"(\\m\Memory\Available Bytes)",
                                   reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_A>(buffer.data()),
                                   &size, 0),
              kMoreData);
    EXPECT_EQ(size, needed);
  }
  EXPECT_EQ(buffer, before);
}

TEST(PdhMakeCounterPath, PartsThatAreLeftOut_AreNotInThePath) {
  EXPECT_EQ(made(elements_of(nullptr, "Memory", nullptr, "p", 3, "Available Bytes")),
            R"(\Memory\Available Bytes)");
  EXPECT_EQ(made(elements_of("\\\\m", "Process", "bash", nullptr, 0xFFFFFFFF, "ID Process")),
            R"(\\m\Process(bash)\ID Process)");
  EXPECT_EQ(made(elements_of("m", "Process", "bash", nullptr, 0, "ID Process")),
            R"(\\m\Process(bash)\ID Process)");
  EXPECT_EQ(made(elements_of("", "Thread", "12", "java", 2, "ID Thread")),
            R"(\Thread(java/12#2)\ID Thread)");
}

TEST(PdhMakeCounterPath, WithoutObjectOrCounter_IsRefused) {
  for (auto elements : {elements_of("m", nullptr, nullptr, nullptr, 0, "c"),
                        elements_of("m", "o", nullptr, nullptr, 0, nullptr),
                        elements_of("m", "", nullptr, nullptr, 0, "c"),
                        elements_of("m", "o", nullptr, nullptr, 0, "")}) {
    std::string text = "untouched";
    DWORD size = 9;
    EXPECT_EQ(PdhMakeCounterPathA(&elements, text.data(), &size, 0), kInvalidArgument);
    EXPECT_EQ(text, "untouched");
    EXPECT_EQ(size, 9U);
  }
}

TEST(PdhMakeCounterPath, FlagsOfWbem_AreNotForThisComputer) {
  auto elements = elements_of(nullptr, "o", nullptr, nullptr, 0, "c");
  DWORD size = 0;
  const auto make = [&](DWORD flags) {
    return static_cast<DWORD>(PdhMakeCounterPathA(&elements, nullptr, &size, flags));
  };
  EXPECT_EQ(make(PDH_PATH_WBEM_RESULT), PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_EQ(make(PDH_PATH_WBEM_INPUT), PDH_CANNOT_CONNECT_WMI_SERVER);
  EXPECT_EQ(make(4), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(make(PDH_PATH_LANG_FLAGS(0x409U, 0U)), PDH_MORE_DATA);
  EXPECT_EQ(size, 5U);
}

TEST(PdhMakeCounterPath, PathThatNoFunctionWouldTake_IsNotMade) {
  const std::string counter(PDH_MAX_COUNTER_PATH - 4, 'c');
  auto elements = elements_of(nullptr, "o", nullptr, nullptr, 0, counter.c_str());
  DWORD size = 0;
  EXPECT_EQ(PdhMakeCounterPathA(&elements, nullptr, &size, 0), kMoreData);
  EXPECT_EQ(size, DWORD{PDH_MAX_COUNTER_PATH});
  const std::string longer = counter + 'c';
  elements.szCounterName = const_cast<LPSTR>(longer.c_str());
  EXPECT_EQ(PdhMakeCounterPathA(&elements, nullptr, &size, 0), kInvalidArgument);
}

// Names without characters that have a meaning of their own.
rc::Gen<std::string> plain_name() {
  return rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("abXY 019_%.,:[]-=?*&'"))));
}

RC_GTEST_PROP(PdhPathLaw, ParsedParts_MakeTheSamePath, ()) {
  const auto maybe = [](const std::string& name, const std::string& text) {
    return *rc::gen::arbitrary<bool>() ? name : text;
  };
  const std::string parent = maybe(*plain_name() + "/", "");
  const auto index = *rc::gen::inRange(0, 3);
  const std::string number = index == 0 ? "" : "#" + std::to_string(index);
  const std::string instance = maybe("(" + parent + *plain_name() + number + ")", "");
  const std::string object = maybe("Thread", *plain_name());
  const std::string path = "\\\\" + *plain_name() + "\\" + object + instance + "\\" + *plain_name();
  auto buffer = parsed(path);
  RC_ASSERT(made(elements_in(buffer)) == path);
}

struct ParsedInstance {
  PDH_STATUS status;
  std::string text;
};

ParsedInstance instance_parts(const std::string& text) {
  std::array<char, 300> name = {};
  std::array<char, 300> parent = {};
  DWORD name_size = name.size();
  DWORD parent_size = parent.size();
  DWORD index = 77;
  const PDH_STATUS status = PdhParseInstanceNameA(text.c_str(), name.data(), &name_size,
                                                  parent.data(), &parent_size, &index);
  return {status, std::string(parent.data()) + "|" + name.data() + "|" + std::to_string(index)};
}

TEST(PdhParseInstanceName, SplitsAtTheFirstSlashAndTheLastNumber) {
  EXPECT_EQ(instance_parts("java/12#1").text, "java|12|1");
  EXPECT_EQ(instance_parts("a/b/c").text, "a|b/c|0");
  EXPECT_EQ(instance_parts("_Total").text, "|_Total|0");
  EXPECT_EQ(instance_parts("C#").text, "|C#|0");
  EXPECT_EQ(instance_parts("/home").text, "|/home|0");
}

TEST(PdhParseInstanceName, EmptyOrTooLong_IsInvalidAndWritesNothing) {
  EXPECT_EQ(instance_parts("").status, kInvalidInstance);
  EXPECT_EQ(instance_parts("").text, "||77");
  EXPECT_EQ(instance_parts(std::string(259, 'x')).status, ERROR_SUCCESS);
  EXPECT_EQ(instance_parts(std::string(260, 'x')).status, kInvalidInstance);
}

TEST(PdhParseInstanceName, EitherWithoutRoom_GivesBothSizesAndNothingElse) {
  std::string name(10, '-');
  std::string parent(10, '-');
  DWORD name_size = 10;
  DWORD parent_size = 4;  // "java" needs 5
  DWORD index = 77;
  EXPECT_EQ(PdhParseInstanceNameA("java/12#1", name.data(), &name_size, parent.data(), &parent_size,
                                  &index),
            kMoreData);
  EXPECT_EQ(name_size, 3U);
  EXPECT_EQ(parent_size, 5U);
  EXPECT_EQ(name + parent, std::string(20, '-'));
  EXPECT_EQ(index, 77U);
  EXPECT_EQ(PdhParseInstanceNameA("java/12#1", name.data(), &name_size, parent.data(), &parent_size,
                                  nullptr),
            ERROR_SUCCESS);
  EXPECT_STREQ(name.c_str(), "12");
}

TEST(PdhPathsW, UnpairedSurrogate_BecomesU_FFFD) {
  const WCHAR path[] = {'\\', '\\', 'm', '\\', 'o', '\\', 0xD800, 0};
  alignas(8) std::array<std::byte, 256> buffer = {};
  DWORD size = buffer.size();
  auto* elements = reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_W>(buffer.data());
  ASSERT_EQ(PdhParseCounterPathW(path, elements, &size, 0), ERROR_SUCCESS);
  EXPECT_EQ(utf8_of(elements->szCounterName), "\xEF\xBF\xBD");
  EXPECT_EQ(utf8_of(elements->szMachineName), "\\\\m");
  std::array<WCHAR, 32> made = {};
  size = made.size();
  ASSERT_EQ(PdhMakeCounterPathW(elements, made.data(), &size, 0), ERROR_SUCCESS);
  EXPECT_EQ(utf8_of(made.data()), "\\\\m\\o\\\xEF\xBF\xBD");
}

}  // namespace
}  // namespace openperflib::compat
