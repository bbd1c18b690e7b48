#include "apps/logman/collection/collection_xml.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <optional>
#include <regex>
#include <string>

#include "apps/drop_in/given_time.h"
#include "apps/logman/collection/log_name.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

using namespace std::string_view_literals;

std::expected<ReadCollection, XmlFault> read(std::string_view text) {
  return read_collection_xml(std::as_bytes(std::span(text)));
}

CounterCollector& counter_of(DataCollectorSet& set) {
  return std::get<CounterCollector>(set.first().what);
}

DataCollectorSet full_set() {
  DataCollectorSet set;
  set.name = "Größe & <mehr>";
  set.description = "a\tb";
  set.display_name = "shown";
  set.folder = "/var/log";
  set.first().file_name = "log";
  set.first().version = NameVersion::date;
  set.first().append = true;
  set.close_command = "/bin/true";
  set.first().interval = 60;
  set.first().what = CounterCollector{
      .counters = {"\\Processor(*)\\% Processor Time", "\\Memory\\Available Bytes"},
      .format = LogFormat::tsv,
      .database = {},
      .samples = 10};
  set.run_for = 3600;
  set.segment = true;
  set.segment_seconds = 86400;
  set.segment_megabytes = 100;
  set.begin_local = 134'000'000'000'000'000;
  set.end_local = 134'000'100'000'000'000;
  set.daily = true;
  return set;
}

TEST(CollectionXml, WrittenThenRead_IsTheSame) {
  const auto back = read(collection_xml(full_set()));
  ASSERT_TRUE(back.has_value()) << back.error().reason;
  EXPECT_EQ(back->set, full_set());
  EXPECT_TRUE(back->left_out.empty());
}

TEST(CollectionXml, OfADatabase_IsTheSameAgain) {
  DataCollectorSet set = full_set();
  counter_of(set).format = LogFormat::sql;
  counter_of(set).database = "DRIVER=SQLite3;Database=/var/log/a & b.db";
  const std::string text = collection_xml(set);
  EXPECT_NE(text.find("<LogFileFormat>2</LogFileFormat>"), std::string::npos);
  const auto back = read(text);
  ASSERT_TRUE(back.has_value()) << back.error().reason;
  EXPECT_EQ(back->set, set);
}

TEST(CollectionXml, DataSourceThatWouldBecomeAnotherOne_IsRefused) {
  for (const std::string_view name : {"SQL:SQL:a!b", "SQL:a !b", "SQL:a! b", "SQL:!b"}) {
    const auto back =
        read(fmt::format("<DataCollectorSet><PerformanceCounterDataCollector><DataSourceName>{}"
                         "</DataSourceName></PerformanceCounterDataCollector>"
                         "</DataCollectorSet>",
                         name));
    EXPECT_FALSE(back.has_value()) << name;
  }
}

TEST(CollectionXml, CircularLog_IsAFlagOfABinaryOne) {
  DataCollectorSet set;
  counter_of(set).counters = {"\\A\\b"};
  set.first().circular = true;
  const std::string text = collection_xml(set);
  EXPECT_NE(text.find("<LogCircular>-1</LogCircular>"), std::string::npos);
  EXPECT_NE(text.find("<LogFileFormat>3</LogFileFormat>"), std::string::npos);
  EXPECT_TRUE(read(text)->set.first().circular);
}

TEST(CollectionXml, Elements_StandInTheOrderOfWindowsExports) {
  DataCollectorSet set;
  counter_of(set).counters = {"\\A\\b"};
  const std::string text = collection_xml(set);
  const std::regex opening("\r\n(\t*)<(\\w+)");
  std::string order;
  for (std::sregex_iterator one(text.begin(), text.end(), opening), none; one != none; ++one) {
    order += (*one)[1].str() + (*one)[2].str() + '\n';
  }
  EXPECT_EQ(order,
            "DataCollectorSet\n\tStatus\n\tDuration\n\tDescription\n\tDescriptionUnresolved\n"
            "\tDisplayName\n\tDisplayNameUnresolved\n\tSchedulesEnabled\n\tLatestOutputLocation\n"
            "\tName\n\tOutputLocation\n\tRootPath\n\tSegment\n\tSegmentMaxDuration\n"
            "\tSegmentMaxSize\n\tSerialNumber\n\tServer\n\tSubdirectory\n\tSubdirectoryFormat\n"
            "\tSubdirectoryFormatPattern\n\tTask\n\tTaskRunAsSelf\n\tTaskArguments\n"
            "\tTaskUserTextArguments\n\tUserAccount\n\tSecurity\n\tStopOnCompletion\n"
            "\tPerformanceCounterDataCollector\n\t\tDataCollectorType\n\t\tName\n\t\tFileName\n"
            "\t\tFileNameFormat\n\t\tFileNameFormatPattern\n\t\tLogAppend\n\t\tLogCircular\n"
            "\t\tLogOverwrite\n\t\tLatestOutputLocation\n\t\tDataSourceName\n\t\tSampleInterval\n"
            "\t\tSegmentMaxRecords\n\t\tLogFileFormat\n\t\tCounter\n\t\tCounterDisplayName\n"
            "\tDataManager\n\t\tEnabled\n\t\tCheckBeforeRunning\n\t\tMinFreeDisk\n\t\tMaxSize\n"
            "\t\tMaxFolderCount\n\t\tResourcePolicy\n\t\tReportFileName\n\t\tRuleTargetFileName\n"
            "\t\tEventsFileName\n");
}

// As MS-PLA has it: of StartDate the time is ignored, of StartTime the date.
TEST(CollectionXml, BeginOfASchedule_IsADateAndATime) {
  const auto begin_of = [](const std::string& schedule) {
    const auto back = read("<DataCollectorSet><Schedule>" + schedule +
                           "</Schedule><PerformanceCounterDataCollector/></DataCollectorSet>");
    return back.has_value() ? back->set.begin_local : std::nullopt;
  };
  const auto noon = drop_in::read_given_time("8/17/2034 12:00:00");
  EXPECT_EQ(begin_of("<StartDate>8/17/2034</StartDate><StartTime>12:00:00 PM</StartTime>"), noon);
  EXPECT_EQ(begin_of("<StartTime>12:00:00</StartTime><StartDate>8/17/2034 7:00:00</StartDate>"),
            noon);
  EXPECT_EQ(begin_of("<StartDate>8/17/2034</StartDate><StartTime>1/1/1970 12:00:00 PM</StartTime>"),
            noon);
  EXPECT_EQ(begin_of("<StartDate>8/17/2034 12:00:00</StartDate>"), noon);
  EXPECT_EQ(begin_of("<StartDate>8/17/2034</StartDate><StartTime>noon</StartTime>"), std::nullopt);
  DataCollectorSet set = full_set();
  set.begin_local = noon;
  const std::string text = collection_xml(set);
  EXPECT_NE(text.find("<StartDate>8/17/2034</StartDate>"), std::string::npos);
  EXPECT_NE(text.find("<StartTime>12:00:00</StartTime>"), std::string::npos);
}

TEST(CollectionXml, DaysOfTheWeek_AreKept) {
  const auto with_days = [](int days) {
    return read(
        fmt::format("<DataCollectorSet><Schedule><StartDate>8/17/2034</StartDate><Days>{}</Days>"
                    "</Schedule><PerformanceCounterDataCollector/></DataCollectorSet>",
                    days));
  };
  for (const int days : {0, 1, 62, 65, 127}) {
    const auto back = with_days(days);
    ASSERT_TRUE(back.has_value()) << days;
    EXPECT_EQ(back->set.daily, days != 0);
    EXPECT_EQ(back->set.days, days != 0 ? static_cast<std::uint64_t>(days) : kEveryDay);
    EXPECT_EQ(read(collection_xml(back->set))->set, back->set) << days;
  }
  EXPECT_FALSE(with_days(128).has_value());
}

TEST(CollectionXml, TimeWithoutADate_IsRefused) {
  const auto back = read(
      "<DataCollectorSet><Schedule>\n<StartTime>12:00:00</StartTime></Schedule>"
      "<PerformanceCounterDataCollector/></DataCollectorSet>");
  ASSERT_FALSE(back.has_value());
  EXPECT_EQ(back.error().reason, "StartTime: needs a StartDate");
  EXPECT_EQ(back.error().line, 2U);
}

TEST(CollectionXml, FurtherSchedules_AreNoted) {
  const auto back = read(
      "<DataCollectorSet><Schedule><StartDate>8/17/2034</StartDate></Schedule>\n"
      "<Schedule><StartDate>8/18/2034</StartDate></Schedule>"
      "<PerformanceCounterDataCollector/></DataCollectorSet>");
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->set.begin_local, drop_in::read_given_time("8/17/2034"));
  ASSERT_EQ(back->left_out.size(), 1U);
  EXPECT_EQ(back->left_out[0].line, 2U);
  EXPECT_EQ(back->left_out[0].reason, "Schedule: a collection has only one");
}

TEST(CollectionXml, PartsOfNames_AreKept) {
  const auto names_of = [](const std::string& format, const std::string& pattern) {
    return read("<DataCollectorSet><PerformanceCounterDataCollector><FileNameFormatPattern>" +
                pattern + "</FileNameFormatPattern><FileNameFormat>" + format +
                "</FileNameFormat></PerformanceCounterDataCollector></DataCollectorSet>");
  };
  for (const std::uint64_t parts : {0x0U, 0x1U, 0x2U, 0x3U, 0x100U, 0x200U, 0x203U, 0x400U, 0x800U,
                                    0x1000U, 0x2000U, 0x4000U, 0x4200U, 0x7F03U}) {
    const auto back = names_of(std::to_string(parts), "\\_yyyy");
    ASSERT_TRUE(back.has_value()) << parts;
    EXPECT_EQ(name_parts_of(back->set.first()), parts);
    EXPECT_EQ(back->set.first().name_pattern, (parts & 1U) != 0 ? "\\_yyyy" : "");
    const auto again = read(collection_xml(back->set));
    ASSERT_TRUE(again.has_value()) << parts;
    EXPECT_EQ(again->set, back->set) << parts;
  }
  EXPECT_FALSE(names_of("4", "").has_value());
  EXPECT_FALSE(names_of("32768", "").has_value());
}

TEST(CollectionXml, True_IsMinusOne) {
  DataCollectorSet set = full_set();
  const std::string text = collection_xml(set);
  EXPECT_NE(text.find("<Segment>-1</Segment>"), std::string::npos);
  EXPECT_NE(text.find("<LogAppend>-1</LogAppend>"), std::string::npos);
  EXPECT_NE(text.find("<LogOverwrite>0</LogOverwrite>"), std::string::npos);
}

constexpr std::string_view kTemplate =
    "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\r\n"
    "<DataCollectorSet>\r\n<Status>\r\n0\r\n</Status>\r\n<Description>\r\n</Description>\r\n"
    "<Segment>-1</Segment><SegmentMaxSize>10</SegmentMaxSize>\r\n"
    "<PerformanceCounterDataCollector>\r\n<SampleInterval>\r\n5\r\n</SampleInterval>\r\n"
    "<Counter>\\Memory\\*</Counter>\r\n</PerformanceCounterDataCollector>\r\n"
    "<Unknown><Counter>no</Counter></Unknown></DataCollectorSet>\r\n";

TEST(CollectionXml, SavedTemplate_WithLineEndsInItsElementsIsRead) {
  auto back = read(kTemplate);
  ASSERT_TRUE(back.has_value()) << back.error().reason;
  EXPECT_EQ(back->set.first().interval, 5U);
  EXPECT_EQ(counter_of(back->set).counters, std::vector<std::string>{"\\Memory\\*"});
  EXPECT_TRUE(back->set.segment);
  EXPECT_EQ(back->set.segment_megabytes, 10U);
  EXPECT_EQ(back->set.first().format(), LogFormat::blg);  // what is missing is as in a new set
}

TEST(CollectionXml, Utf16_IsKnownByItsMarkOrItsFirstCharacter) {
  const std::u16string units = utf16_from_utf8(kTemplate);
  std::string little;
  std::string big;
  for (const char16_t unit : units) {
    const char low = static_cast<char>(unit & 0xFF);
    const char high = static_cast<char>(unit >> 8);
    little += {low, high};
    big += {high, low};
  }
  for (const std::string& text : {little, big, "\xFF\xFE" + little, "\xFE\xFF" + big}) {
    const auto back = read(text);
    ASSERT_TRUE(back.has_value()) << back.error().reason;
    EXPECT_EQ(back->set, read(kTemplate)->set);
  }
}

TEST(CollectionXml, FurtherCollectors_HaveTheirOwnAndWhatIsOfTheSet) {
  const auto back = read(
      "<DataCollectorSet><Name>s</Name><RootPath>/var/log</RootPath><Duration>60</Duration>\n"
      "<PerformanceCounterDataCollector><Name>s</Name><SampleInterval>5</SampleInterval>"
      "<Counter>\\A\\b</Counter></PerformanceCounterDataCollector>\n"
      "<PerformanceCounterDataCollector><Name>slow</Name><SampleInterval>60</SampleInterval>"
      "<FileName>slow</FileName><Counter>\\A\\c</Counter></PerformanceCounterDataCollector>\n"
      "<AlertDataCollector><AlertThresholds>\\A\\b&gt;1</AlertThresholds></AlertDataCollector>"
      "</DataCollectorSet>");
  ASSERT_TRUE(back.has_value()) << back.error().reason;
  EXPECT_EQ(back->set.first().interval, 5U);
  EXPECT_EQ(back->set.first().name, "");
  EXPECT_EQ(back->set.folder, "/var/log");
  EXPECT_EQ(back->set.run_for, 60U);
  const auto all = collectors_of(back->set);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[1].name, "s\\slow");
  EXPECT_EQ(all[1].collector.interval, 60U);
  EXPECT_EQ(all[1].collector.counter()->counters, std::vector<std::string>{"\\A\\c"});
  EXPECT_EQ(all[2].name, "s\\3");
  ASSERT_NE(all[2].collector.alert(), nullptr);
  EXPECT_EQ(all[2].collector.alert()->thresholds, std::vector<std::string>{"\\A\\b>1"});
  EXPECT_EQ(read(collection_xml(back->set))->set, back->set);
}

TEST(CollectionXml, WrongNumberInAFurtherCollector_IsNamedByItsLine) {
  const auto back = read(
      "<DataCollectorSet>\n<PerformanceCounterDataCollector/>\n<AlertDataCollector>"
      "<SampleInterval>0</SampleInterval></AlertDataCollector></DataCollectorSet>");
  ASSERT_FALSE(back.has_value());
  EXPECT_EQ(back.error().line, 3U);
}

TEST(DataCollectorSet, Collectors_HaveNamesAndLogsOfTheirOwn) {
  DataCollectorSet set = full_set();
  set.name = "s";
  set.collectors.push_back(set.first());
  Collector& other = set.collectors.back();
  other.name = "b";
  EXPECT_EQ(conflict_of(set), "collector b: writes to the log of another collector");
  other.file_name = "b";
  EXPECT_EQ(conflict_of(set), "");
  other.name = set.name;
  EXPECT_EQ(conflict_of(set), "collector s: the name is used twice");
  other.name = "../b";
  EXPECT_EQ(conflict_of(set),
            "collector ../b: a name must not contain \\ / : * ? \" < > | or control characters");
  other.name = std::string(199, 'x');
  EXPECT_EQ(conflict_of(set), "s\\" + std::string(199, 'x') + ": the name is too long");
}

TEST(CollectionXml, CollectorOfAnotherType_IsNamedAndLeftOut) {
  const auto back = read(
      "<DataCollectorSet>\n<TraceDataCollector/>\n<PerformanceCounterDataCollector/>\n"
      "</DataCollectorSet>");
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->left_out, (std::vector<XmlFault>{{2, "TraceDataCollector is not supported"}}));
}

TEST(CollectionXml, ValueOfNoMeaning_IsRefusedByElementAndLine) {
  for (const std::string_view element :
       {"<Duration>-5</Duration>", "<Duration>99999999999999999999</Duration>",
        "<Duration>4294967296</Duration>", "<SegmentMaxDuration>18446744074</SegmentMaxDuration>",
        "<Segment>yes</Segment>"}) {
    const auto back =
        read(fmt::format("<DataCollectorSet>\n\n{}\n"
                         "<PerformanceCounterDataCollector/></DataCollectorSet>",
                         element));
    ASSERT_FALSE(back.has_value()) << element;
    EXPECT_EQ(back.error().line, 3U) << element;
  }
}

TEST(CollectionXml, CutAnywhere_IsRefusedWithALineOfTheFile) {
  const std::string whole = collection_xml(full_set());
  const std::size_t end = whole.rfind("</DataCollectorSet>");
  for (std::size_t size = 0; size < end; ++size) {
    const auto back = read(std::string_view(whole).substr(0, size));
    ASSERT_FALSE(back.has_value()) << size;
    EXPECT_GE(back.error().line, 1U);
    EXPECT_LE(back.error().line, 80U);
  }
}

TEST(CollectionXml, DeepNesting_CostsNothingButItsBytes) {
  std::string deep = "<DataCollectorSet>";
  for (int i = 0; i < 200'000; ++i) deep += "<a>";
  EXPECT_FALSE(read(deep).has_value());
  for (int i = 0; i < 200'000; ++i) deep += "</a>";
  EXPECT_FALSE(read(deep + "</DataCollectorSet>").has_value());
}

}  // namespace
}  // namespace openperflib::logman
