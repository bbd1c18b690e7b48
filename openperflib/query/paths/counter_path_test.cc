#include "openperflib/query/paths/counter_path.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

// One row per path of docs/counter_paths.md, with its parts.
struct Case {
  const char* text;
  CounterPath path;
  ObjectParents parents = ObjectParents::none;
};

const Case kCases[] = {
    {R"(\Memory\Available Bytes)", {"", "Memory", "", {}, 0, "Available Bytes"}},
    {R"(\Processor(_Total)\% Processor Time)",
     {"", "Processor", "", "_Total", 0, "% Processor Time"}},
    {R"(\\db-17\Processor(0)\Interrupts/sec)",
     {"db-17", "Processor", "", "0", 0, "Interrupts/sec"}},
    {R"(\Process(svchost#3)\ID Process)", {"", "Process", "", "svchost", 3, "ID Process"}},
    {R"(\Process(svchost#0)\ID Process)", {"", "Process", "", "svchost", 0, "ID Process"}},
    {R"(\Thread(java/12#1)\% Processor Time)",
     {"", "Thread", "java", "12", 1, "% Processor Time"},
     ObjectParents::possible},
    {R"(\Network Interface(eth0/1)\Bytes Total/sec)",
     {"", "Network Interface", "", "eth0/1", 0, "Bytes Total/sec"}},
    {R"(\LogicalDisk(\)\% Free Space)", {"", "LogicalDisk", "", "\\", 0, "% Free Space"}},
    {R"(\LogicalDisk(\home)\% Free Space)", {"", "LogicalDisk", "", "\\home", 0, "% Free Space"}},
    {R"(\LogicalDisk(\mnt\a (old))\% Free Space)",
     {"", "LogicalDisk", "", "\\mnt\\a (old)", 0, "% Free Space"}},
    {R"(\Network Interface(Intel(R) Ethernet)\Bytes Total/sec)",
     {"", "Network Interface", "", "Intel(R) Ethernet", 0, "Bytes Total/sec"}},
    {R"(\Processor Information(3,3)\% Processor Time)",
     {"", "Processor Information", "", "3,3", 0, "% Processor Time"}},
    {R"(\.NET CLR Exceptions(w3wp#2)\# of Exceps Thrown)",
     {"", ".NET CLR Exceptions", "", "w3wp", 2, "# of Exceps Thrown"}},
    {R"(\Database ==> Instances(lsass/NTDSA)\I/O Reads/sec)",
     {"", "Database ==> Instances", "", "lsass/NTDSA", 0, "I/O Reads/sec"}},
    {R"(\Thread(/0)\ID Thread)", {"", "Thread", "", "/0", 0, "ID Thread"}, ObjectParents::possible},
    {R"(\Thread(a/)\ID Thread)", {"", "Thread", "", "a/", 0, "ID Thread"}, ObjectParents::possible},
    {R"(\Process(C#)\ID Process)", {"", "Process", "", "C#", 0, "ID Process"}},
    {R"(\Process(#7)\ID Process)", {"", "Process", "", "#7", 0, "ID Process"}},
    {R"(\Thread(a/#7)\ID Thread)",
     {"", "Thread", "a", "#7", 0, "ID Thread"},
     ObjectParents::possible},
    {R"(\Process(a#1b)\ID Process)", {"", "Process", "", "a#1b", 0, "ID Process"}},
    {R"(\Process(a#99999999999)\ID Process)",
     {"", "Process", "", "a#99999999999", 0, "ID Process"}},
    {R"(\238(_Total)\6)", {"", "238", "", "_Total", 0, "6"}},
};

TEST(CounterPath, Parse_FindsThePartsOfEveryPathOfTheDocument) {
  for (const Case& one : kCases) {
    const auto path = CounterPath::parse(one.text, one.parents);
    ASSERT_TRUE(path.has_value()) << one.text << ": " << describe(path.error());
    EXPECT_EQ(*path, one.path) << one.text;
  }
}

TEST(CounterPath, ChildObjects_AreThoseBelowProcessesAndJobs) {
  EXPECT_TRUE(is_child_object("THREAD"));
  EXPECT_TRUE(is_child_object("Job Object Details"));
  EXPECT_FALSE(is_child_object("Network Interface"));
  EXPECT_FALSE(is_child_object("Database ==> Instances"));
  EXPECT_EQ(parents_of_object("Thread", fixed_titles()), ObjectParents::possible);
  EXPECT_EQ(parents_of_object("Network Interface", fixed_titles()), ObjectParents::none);
  EXPECT_EQ(parents_of_object("Database ==> Instances", fixed_titles()), ObjectParents::possible);
}

TEST(CounterPath, SplitInstance_NeedsTextOnBothSidesOfTheSlash) {
  const auto split = [](std::string_view text) {
    const InstanceParts parts = split_instance(text, ObjectParents::possible);
    return std::string(parts.parent) + "|" + std::string(parts.name) + "|" +
           std::to_string(parts.index);
  };
  EXPECT_EQ(split("java/12#1"), "java|12|1");
  EXPECT_EQ(split("a/b/c"), "a|b/c|0");
  EXPECT_EQ(split("/home"), "|/home|0");
  EXPECT_EQ(split("a/"), "|a/|0");
  EXPECT_EQ(split("a/#7"), "a|#7|0");
  EXPECT_EQ(split("C#"), "|C#|0");
  EXPECT_EQ(split(""), "||0");
}

TEST(CounterPath, Write_GivesThePathBackButForZero) {
  for (const Case& one : kCases) {
    const std::string text = one.text;
    const std::string expected =
        text.find("#0") == std::string::npos ? text : R"(\Process(svchost)\ID Process)";
    EXPECT_EQ(write(one.path), expected);
  }
}

struct BadCase {
  const char* text;
  std::uint64_t offset;
};

TEST(CounterPath, BadPath_NamesItsByte) {
  constexpr BadCase kBad[] = {
      {"", 0},                                        // nothing
      {"Memory", 0},                                  // no backslash
      {R"(\Memory)", 7},                              // no counter
      {R"(\Memory\)", 8},                             // an empty one
      {R"(\\host)", 6},                               // no object
      {R"(\\\Memory\x)", 2},                          // an empty machine
      {R"(\\host\Memory)", 13},                       // no counter
      {R"(\(x)\c)", 1},                               // an empty object
      {R"(\A\B\C)", 2},                               // two objects
      {R"(\Processor(_Total\% Processor Time)", 17},  // never closed
      {R"(\Processor(a)b\c)", 13},                    // text after the instance
      {R"(\Processor()\c)", 11},                      // an empty instance
      {R"(\Processor)(\c)", 12},                      // closed before it is opened
  };
  for (const BadCase& one : kBad) {
    const auto path = CounterPath::parse(one.text);
    ASSERT_FALSE(path.has_value()) << one.text;
    EXPECT_EQ(path.error().code, Errc::syntax) << one.text;
    EXPECT_EQ(path.error().offset, one.offset) << one.text;
  }
}

TEST(CounterPath, NulInAPath_IsRefusedAtItsByte) {
  const auto path = CounterPath::parse(std::string_view("\\Mem\0ory\\x", 10));
  ASSERT_FALSE(path.has_value());
  EXPECT_EQ(path.error().offset, 4U);
}

TEST(CounterPath, PathOf2047Characters_IsTheLongest) {
  const std::string longest = "\\Memory\\" + std::string(kLongestPath - 1 - 8, 'x');
  EXPECT_TRUE(CounterPath::parse(longest).has_value());
  const auto longer = CounterPath::parse(longest + 'x');
  ASSERT_FALSE(longer.has_value());
  EXPECT_EQ(longer.error().code, Errc::over_limit);
}

TEST(CounterPath, LengthIsCountedInUtf16_NotInBytes) {
  std::string umlauts;
  for (int i = 0; i < 2000; ++i) umlauts += "\xC3\xA4";
  EXPECT_TRUE(CounterPath::parse("\\Memory\\" + umlauts).has_value());
}

TEST(CounterPath, MegabytesOfPath_AreRefusedUnread) {
  EXPECT_FALSE(CounterPath::parse("\\Memory\\" + std::string(10'000'000, 'x')).has_value());
}

}  // namespace
}  // namespace openperflib
