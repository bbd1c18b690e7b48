// The tools open_log and list: what a page shows of a log before it draws anything.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "openperflib/testing/called_tools.h"
#include "openperflib/testing/file_text.h"

namespace openperflib {
namespace {

const std::string kTestData = OPENPERFLIB_SOURCE_DIR "/tests/data";
constexpr double kTenOClock = 1'795'255'200;  // 2026-11-21 10:00:00 UTC
constexpr std::string_view kHeader = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A\\X\"\n";

class LogToolsTest : public ToolTest {
 protected:
  static const LocatedJson* named(const LocatedJson& json, std::string_view list_name,
                                  std::string_view name) {
    for (const LocatedJson& one : list(json, list_name)) {
      if (one.text_of("name") == name) return &one;
    }
    return nullptr;
  }
};

// The file as the client named it; of logs that cannot be read together the later one.
TEST_F(LogToolsTest, RefusedLog_HasTheFileThatIsTheReason) {
  folder().write("a.csv", std::string(kHeader) + "\"11/21/2026 10:00:00.000\",\"1\"\n");
  const std::string text = folder().path() + "/a.csv";
  const std::string binary = kTestData + "/blg/SampleLog.blg";
  const std::string none = folder().path() + "/none.csv";
  const auto reason = [&](const std::string& path, const std::string& more) {
    return tried("open_log", R"({"path":")" + path + R"(","more":[")" + more + R"("]})").file;
  };
  EXPECT_EQ(reason(text, none), none);
  EXPECT_EQ(reason(none, text), none);
  EXPECT_EQ(reason(binary, text), text);
  EXPECT_EQ(reason(text, binary), binary);
  EXPECT_EQ(tried("open_log", R"({"path":")" + text + R"(","encoding":"x"})").file, "");
  EXPECT_EQ(tried("list", R"({"log":"log9"})").file, "");
}

// 10:00 on a clock that is 480 minutes behind UTC. Its copy is that of the log as it is.
TEST_F(LogToolsTest, BiasOfATextLog_CountsIfTheLogDoesNotTellIt) {
  const std::string rows = ",\"\\\\M\\A\\X\"\n\"11/21/2026 10:00:00.000\",\"1\"\n";
  folder().write("without.csv", "\"(PDH-CSV 4.0) (GMT Standard Time)\"" + rows);
  folder().write("with.csv", "\"(PDH-CSV 4.0) (UTC)(0)\"" + rows);
  const auto log = [&](const std::string& name, const std::string& more) {
    return called("open_log", R"({"path":")" + folder().path() + "/" + name + "\"" + more + "}")
        .json;
  };
  const std::string bias = R"(,"bias_minutes":480)";
  EXPECT_TRUE(is_null(log("without.csv", ""), "bias_minutes"));
  const LocatedJson moved = log("without.csv", bias);
  EXPECT_EQ(number(moved, "bias_minutes"), 480);
  EXPECT_EQ(number(moved, "first_unix"), kTenOClock + 480 * 60);
  EXPECT_EQ(moved.text_of("first"), "2026-11-21T10:00:00.000");
  EXPECT_EQ(number(log("with.csv", bias), "bias_minutes"), 0);
  (void)called("export", R"({"log":"log1","file":"1.csv"})");
  (void)called("export", R"({"log":"log2","file":"2.csv"})");
  EXPECT_EQ(text_of_file(folder().path() + "/2.csv"), text_of_file(folder().path() + "/1.csv"));
  for (const char* const wrong : {"0.5", "1440", "-1440"}) {
    EXPECT_EQ(refused("open_log", R"({"path":"a.csv","bias_minutes":)" + std::string(wrong) + "}"),
              "bias_minutes is not a whole number of minutes of less than a day");
  }
}

TEST_F(LogToolsTest, OpenedLog_HasItsTimesAndFiles) {
  const std::string file = kTestData + "/blg/SampleLog.blg";
  const ToolAnswer log = called("open_log", R"({"path":")" + file + R"("})");
  EXPECT_EQ(log.json.text_of("log"), "log1");
  ASSERT_EQ(list(log.json, "files").size(), 1U);
  EXPECT_EQ(list(log.json, "files")[0].text, file);
  EXPECT_EQ(log.json.text_of("holds"), "readings");
  EXPECT_EQ(log.json.text_of("machine"), "ZACH-PC");
  EXPECT_EQ(number(log.json, "records"), 11);
  EXPECT_EQ(number(log.json, "bias_minutes"), 240);
  EXPECT_NEAR(number(log.json, "first_unix"), 1'187'120'438.659, 0.001);
  EXPECT_NEAR(number(log.json, "interval_seconds"), 60, 0.1);
  EXPECT_TRUE(list(log.json, "gaps").empty());
  EXPECT_EQ(log.json.find("damage"), nullptr);
}

TEST_F(LogToolsTest, MoreLogsThanASessionHolds_AreRefused) {
  folder().write("a.csv", std::string(kHeader) + "\"11/21/2026 10:00:00.000\",\"1\"\n");
  const std::string arguments = R"({"path":")" + folder().path() + R"(/a.csv"})";
  for (std::size_t i = 0; i < ToolSession::kMostLogs; ++i) called("open_log", arguments);
  EXPECT_EQ(refused("open_log", arguments), "1000 logs are open; there is no room for more");
}

TEST_F(LogToolsTest, Gaps_AreWideSteps) {
  std::string text(kHeader);
  for (const char* time : {"10:00:00", "10:00:10", "10:00:20", "10:05:00", "10:05:10"}) {
    text += std::string("\"11/21/2026 ") + time + ".000\",\"1\"\n";
  }
  folder().write("a.csv", text);
  const ToolAnswer log = called("open_log", R"({"path":")" + folder().path() + R"(/a.csv"})");
  EXPECT_EQ(number(log.json, "interval_seconds"), 10);
  ASSERT_EQ(list(log.json, "gaps").size(), 1U);
  EXPECT_EQ(list(log.json, "gaps")[0].parts.at(0).number, kTenOClock + 20);
  EXPECT_EQ(list(log.json, "gaps")[0].parts.at(1).number, kTenOClock + 300);
}

class UnfinishedOpeningTest : public LogToolsTest {
 protected:
  // Opens a log of five rows, of which three are in `first_three_` bytes. `more`: arguments.
  ToolAnswer opened_log(const std::string& more = {}) {
    return called("open_log", arguments(more));
  }
  std::string arguments(const std::string& more = {}) const {
    return R"({"path":")" + folder().path() + R"(/five.csv")" + more + "}";
  }
  void SetUp() override {
    std::string text(kHeader);
    for (int i = 0; i < 5; ++i) {
      text += "\"11/21/2026 10:00:0" + std::to_string(i) + ".000\",\"1\"\n";
      if (i == 2) first_three_ = text.size();
    }
    folder().write("five.csv", text);
  }
  [[nodiscard]] std::string at_most_three() const {
    return R"(,"at_most_bytes":)" + std::to_string(first_three_);
  }
  std::size_t first_three_ = 0;
};

// The second time the file is gone: only a job that has it open can continue.
TEST_F(UnfinishedOpeningTest, Log_HasWhatWasReadAndIsContinued) {
  const ToolAnswer three = opened_log(at_most_three());
  EXPECT_EQ(three.json.text_of("log"), "log1");
  EXPECT_EQ(number(three.json, "records"), 3);
  EXPECT_EQ(number(three.json, "last_unix"), kTenOClock + 2);
  const LocatedJson* const unfinished = three.json.find("unfinished");
  ASSERT_NE(unfinished, nullptr);
  EXPECT_EQ(number(*unfinished, "read_bytes"), static_cast<double>(first_three_));
  EXPECT_GT(number(*unfinished, "size_bytes"), static_cast<double>(first_three_));
  EXPECT_EQ(number(*unfinished, "read_to_unix"), kTenOClock + 2);
  EXPECT_NE(named(called("list", R"({"log":"log1"})").json, "objects", "A"), nullptr);
  folder().remove("five.csv");
  const ToolAnswer all = opened_log();
  EXPECT_EQ(all.json.text_of("log"), "log2");
  EXPECT_EQ(number(all.json, "records"), 5);
  EXPECT_EQ(all.json.find("unfinished"), nullptr);
  EXPECT_FALSE(refused("open_log", arguments()).empty());
}

TEST_F(UnfinishedOpeningTest, DroppedRequest_IsContinued) {
  const auto parsed = LocatedJson::parse(arguments());
  ASSERT_TRUE(parsed.has_value());
  {
    const auto run = begin_tool(*find_tool("open_log"), session(), *parsed);
    ASSERT_TRUE(run.has_value());
  }
  (void)opened_text(std::string(kHeader) + "\"11/21/2026 10:00:00.000\",\"1\"\n");
  folder().remove("five.csv");
  EXPECT_EQ(number(opened_log().json, "records"), 5);
}

TEST_F(UnfinishedOpeningTest, LogOfAnotherSize_IsReadFromItsBeginning) {
  (void)opened_log(at_most_three());
  folder().remove("five.csv");
  folder().write("five.csv", std::string(kHeader) + "\"11/21/2026 11:00:00.000\",\"1\"\n");
  const ToolAnswer log = opened_log();
  EXPECT_EQ(number(log.json, "records"), 1);
  EXPECT_EQ(number(log.json, "first_unix"), kTenOClock + 3600);
}

TEST_F(UnfinishedOpeningTest, OtherEncoding_IsAnotherOpening) {
  (void)opened_log(at_most_three());
  folder().remove("five.csv");
  EXPECT_FALSE(refused("open_log", arguments(R"(,"encoding":"cp1252")")).empty());
}

TEST_F(LogToolsTest, Damage_HasWhatWasSkipped) {
  folder().write("a.csv", std::string(kHeader) + "\"11/21/2026 10:00:00.000\",\"1\"\n" +
                              "\"not a time\",\"2\"\n\"11/21/2026 10:00:02.000\",\"3\"\n");
  const ToolAnswer log = called("open_log", R"({"path":")" + folder().path() + R"(/a.csv"})");
  EXPECT_EQ(number(log.json, "records"), 2);
  ASSERT_EQ(list(log.json, "damage").size(), 1U);
  const LocatedJson& damage = list(log.json, "damage")[0];
  EXPECT_NE(damage.text_of("text").find("a.csv"), std::string::npos);
  EXPECT_EQ(number(damage, "is_loss"), 1);
  EXPECT_EQ(number(damage, "skipped_records"), 1);
}

TEST_F(LogToolsTest, SeveralFiles_AreOneLog) {
  folder().write("a.csv", std::string(kHeader) + "\"11/21/2026 10:00:00.000\",\"1\"\n");
  folder().write("b.csv", std::string(kHeader) + "\"11/21/2026 10:00:01.000\",\"2\"\n");
  const ToolAnswer log =
      called("open_log", R"({"path":")" + folder().path() + R"(/b.csv","more":[")" +
                             folder().path() + R"(/a.csv"]})");
  EXPECT_EQ(list(log.json, "files").size(), 2U);
  EXPECT_EQ(number(log.json, "records"), 2);
  EXPECT_EQ(number(log.json, "first_unix"), kTenOClock);
  EXPECT_EQ(number(log.json, "last_unix"), kTenOClock + 1);
}

TEST_F(LogToolsTest, LogOfOneRecord_HasNoInterval) {
  const std::string log = opened_text(std::string(kHeader) + "\"11/21/2026 10:00:00.000\",\"1\"\n");
  folder().write("one.csv", std::string(kHeader) + "\"11/21/2026 10:00:00.000\",\"1\"\n");
  const ToolAnswer one = called("open_log", R"({"path":")" + folder().path() + R"(/one.csv"})");
  EXPECT_TRUE(is_null(one.json, "interval_seconds"));
  EXPECT_EQ(one.json.text_of("log"), "log2");
}

TEST_F(LogToolsTest, Details_HaveWhatIsKnownOfEachCounter) {
  const std::string log = opened(kTestData + "/blg/SampleLog.blg");
  const ToolAnswer all =
      called("list", R"({"log":")" + log + R"(","details":true,"instances":100000})");
  const LocatedJson* const memory = named(all.json, "objects", "Memory");
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(memory->find("instances"), nullptr);
  const LocatedJson* const bytes = named(*memory, "counters", "Available Bytes");
  ASSERT_NE(bytes, nullptr);
  EXPECT_EQ(bytes->text_of("type"), "PERF_COUNTER_LARGE_RAWCOUNT");
  EXPECT_EQ(bytes->text_of("unit"), "bytes");
  EXPECT_EQ(number(*bytes, "factor"), 1);
  EXPECT_NE(bytes->find("scale"), nullptr);
  EXPECT_FALSE(bytes->text_of("help").empty());
  EXPECT_EQ(bytes->find("reason"), nullptr);
  const LocatedJson* const process = named(all.json, "objects", "Process");
  ASSERT_NE(process, nullptr);
  EXPECT_EQ(number(*process, "instance_count"),
            static_cast<double>(list(*process, "instances").size()));
  const LocatedJson* const time = named(*process, "counters", "% Processor Time");
  ASSERT_NE(time, nullptr);
  EXPECT_EQ(number(*time, "is_default"), 1);
  const ToolAnswer few = called("list", R"({"log":")" + log + R"(","details":true,"instances":2})");
  EXPECT_EQ(list(*named(few.json, "objects", "Process"), "instances").size(), 2U);
}

TEST_F(LogToolsTest, DetailsOfATextLog_AreThoseOfTheNames) {
  const std::string log = opened(kTestData + "/text_logs/export_counter.csv");
  const ToolAnswer all = called("list", R"({"log":")" + log + R"(","details":true})");
  const LocatedJson* const memory = named(all.json, "objects", "memory");
  ASSERT_NE(memory, nullptr);
  const LocatedJson* const bytes = named(*memory, "counters", "available mbytes");
  ASSERT_NE(bytes, nullptr);
  EXPECT_TRUE(is_null(*bytes, "type"));
  EXPECT_EQ(bytes->text_of("unit"), "bytes");
  EXPECT_EQ(number(*bytes, "factor"), 1'048'576);
}

TEST_F(LogToolsTest, ListWithoutDetails_HasNumbersOnly) {
  const std::string log = opened(kTestData + "/blg/SampleLog.blg");
  const ToolAnswer all = called("list", R"({"log":")" + log + R"("})");
  const LocatedJson* const memory = named(all.json, "objects", "Memory");
  ASSERT_NE(memory, nullptr);
  EXPECT_GT(number(*memory, "counter_count"), 0);
  EXPECT_EQ(memory->find("counters"), nullptr);
}

}  // namespace
}  // namespace openperflib
