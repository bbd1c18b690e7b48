#include "openperflib/requests/mcp_server.h"

#include <gtest/gtest.h>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr const char* kSampleLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";

class McpServerTest : public testing::Test {
 protected:
  static ToolEnvironment environment() {
    ToolEnvironment environment{.titles = fixed_titles()};
    environment.rules = read_rules(built_in_rules()).value();
    environment.file_of = [](const std::string& path) -> std::expected<std::string, std::string> {
      if (path == "server.blg") return kSampleLog;
      return std::unexpected(path + ": no such file in the folders that may be read");
    };
    return environment;
  }

  // The answers to a line, once all tools have ended.
  std::vector<std::string> answers(std::string_view line) {
    server_.take(line);
    while (server_.is_busy()) server_.step();
    return server_.take_output();
  }
  std::string answer(std::string_view line) {
    const auto all = answers(line);
    EXPECT_EQ(all.size(), 1U) << line;
    return all.empty() ? std::string() : all.front();
  }
  // The text that a tool gives, and whether it is an error.
  std::pair<std::string, bool> called(const std::string& tool, const std::string& arguments) {
    const auto parsed = LocatedJson::parse(
        answer(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool +
               R"(","arguments":)" + arguments + "}}"));
    const LocatedJson* const result = parsed.has_value() ? parsed->find("result") : nullptr;
    if (result == nullptr) return {"no result", true};
    return {std::string(result->find("content")->parts.at(0).text_of("text")),
            result->find("isError")->number != 0};
  }
  LocatedJson well(const std::string& tool, const std::string& arguments) {
    const auto [text, is_error] = called(tool, arguments);
    EXPECT_FALSE(is_error) << text;
    return LocatedJson::parse(text).value_or(LocatedJson());
  }
  void open() { EXPECT_EQ(well("open_log", R"({"path":"server.blg"})").text_of("log"), "log1"); }

  McpServer server_{environment(), "1.2.3"};
};

TEST_F(McpServerTest, Initialize_HasTheVersionThatTheClientKnows) {
  const std::string known = answer(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}})");
  EXPECT_NE(known.find(R"("protocolVersion":"2024-11-05")"), std::string::npos);
  EXPECT_NE(known.find(R"("version":"1.2.3")"), std::string::npos);
  const std::string later = answer(
      R"({"jsonrpc":"2.0","id":"x","method":"initialize","params":{"protocolVersion":"2099-01-01"}})");
  EXPECT_NE(later.find(R"("id":"x")"), std::string::npos);
  EXPECT_NE(later.find(R"("protocolVersion":"2025-06-18")"), std::string::npos);
}

TEST_F(McpServerTest, BadLines_GetTheCodesOfJsonRpc) {
  const std::pair<const char*, const char*> cases[] = {
      {"{", "-32700"},
      {"nonsense", "-32700"},
      {"[]", "-32600"},
      {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "-32600"},
      {R"({"jsonrpc":"2.0","id":1})", "-32600"},
      {R"({"jsonrpc":"2.0","id":[],"method":"ping"})", "-32600"},
      {R"({"jsonrpc":"2.0","id":1,"method":"no/such"})", "-32601"},
      {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":3})", "-32602"},
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no"}})", "-32602"},
  };
  for (const auto& [line, code] : cases) {
    EXPECT_NE(answer(line).find(std::string("\"code\":") + code), std::string::npos) << line;
  }
  EXPECT_NE(answer(std::string((1 << 20) + 1, ' ') + "{}").find("-32700"), std::string::npos);
  EXPECT_EQ(answer(R"({"jsonrpc":"2.0","id":5,"method":"ping"})"),
            R"({"jsonrpc":"2.0","id":5,"result":{}})");
}

TEST_F(McpServerTest, NotificationsAndAnswers_GetNoAnswer) {
  for (const char* line : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                           R"({"jsonrpc":"2.0","method":"no/such"})",
                           R"({"jsonrpc":"2.0","id":1,"result":{}})", "", "  \r"}) {
    EXPECT_TRUE(answers(line).empty()) << line;
  }
}

TEST_F(McpServerTest, List_HasASchemaForEachTool) {
  const auto list = LocatedJson::parse(answer(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"));
  ASSERT_TRUE(list.has_value());
  const auto& tools_of_list = list->find("result")->find("tools")->parts;
  ASSERT_EQ(tools_of_list.size(), 12U);
  for (const LocatedJson& tool : tools_of_list) {
    EXPECT_FALSE(tool.text_of("description").empty());
    EXPECT_EQ(tool.find("inputSchema")->text_of("type"), "object");
  }
}

TEST_F(McpServerTest, WorstFindingOfALog_IsFoundAndExplained) {
  open();
  const LocatedJson report = well("report", R"({"log":"log1"})");
  ASSERT_FALSE(report.find("findings")->parts.empty());
  const LocatedJson& worst = report.find("findings")->parts.front();
  EXPECT_EQ(worst.text_of("rule"), "cpu.kernel");
  EXPECT_EQ(worst.find("instances")->parts.at(0).text_of("severity"), "critical");
  const std::string path = worst.find("paths")->parts.at(0).text;
  std::string escaped;
  for (const char c : path) escaped += c == '\\' ? "\\\\" : std::string(1, c);
  const LocatedJson explained = well("explain", R"({"log":"log1","path":")" + escaped + R"("})");
  const auto& explanations = explained.find("explanations")->parts;
  ASSERT_FALSE(explanations.empty()) << path;
  EXPECT_TRUE(explanations[0].text_of("path").starts_with("\\\\"));
  EXPECT_FALSE(explanations[0].text_of("status").empty());
  EXPECT_FALSE(explanations[0].find("explanation")->text_of("formula").empty());
}

TEST_F(McpServerTest, NumbersOfALog_AreBoundedAndSayWhatTheyLeaveOut) {
  open();
  const LocatedJson summary = well("summary", R"({"log":"log1","limit":3})");
  EXPECT_EQ(summary.find("series")->parts.size(), 3U);
  EXPECT_GT(summary.find("left_out")->number, 100);
  const LocatedJson top =
      well("top", R"({"log":"log1","path":"\\Process(*)\\Working Set","limit":2})");
  EXPECT_EQ(top.find("series")->parts.size(), 2U);
  const LocatedJson rows =
      well("query", R"({"log":"log1","paths":["\\Memory\\Available Bytes"],"rows":4})");
  EXPECT_EQ(rows.find("columns")->parts.size(), 1U);
  EXPECT_EQ(rows.find("rows")->parts.size(), 4U);
  EXPECT_EQ(rows.find("earlier_rows_left_out")->number, 7);
  const LocatedJson found = well("find", R"({"log":"log1","word":"available bytes"})");
  EXPECT_EQ(found.find("called_so")->parts.at(0).text, "\\Memory\\Available Bytes");
  const LocatedJson listed = well("list", R"({"log":"log1","object":"Memory"})");
  EXPECT_EQ(listed.find("objects")->parts.at(0).text_of("name"), "Memory");
}

TEST_F(McpServerTest, ChartOfALog_HasColumnsOfTimeByUnit) {
  open();
  const LocatedJson chart = well(
      "chart", R"({"log":"log1","paths":["\\Memory\\Available Bytes","\\No\\Such"],"columns":4})");
  const LocatedJson& panel = chart.find("panels")->parts.at(0);
  EXPECT_EQ(panel.text_of("unit"), "bytes");
  const LocatedJson& series = panel.find("series")->parts.at(0);
  EXPECT_EQ(series.find("max")->number, 222715904);
  EXPECT_LE(series.find("columns")->parts.size(), 4U);
  EXPECT_GE(series.find("columns")->parts.size(), 2U);
  EXPECT_EQ(chart.find("unmatched")->parts.at(0).text_of("path"), "\\No\\Such");
}

TEST_F(McpServerTest, ToolWithColumns_IsNotOffered) {
  const std::string list = answer(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_EQ(list.find(R"("name":"columns")"), std::string::npos);
  const std::string refused = answer(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"columns","arguments":{}}})");
  EXPECT_NE(refused.find(R"("code":-32602,"message":"there is no tool \"columns\"")"),
            std::string::npos)
      << refused;
}

TEST_F(McpServerTest, DifferenceOfALogFromItself_HasNoChanges) {
  open();
  const LocatedJson difference =
      well("difference", R"({"before":"log1","after":"log1","whole":true,"limit":5})");
  for (const LocatedJson& change : difference.find("changes")->parts) {
    EXPECT_EQ(change.find("difference")->number, 0);
  }
}

TEST_F(McpServerTest, WhatAToolRefuses_IsASentence) {
  const std::pair<const char*, const char*> cases[][1] = {
      {{"open_log", R"({"path":"/etc/passwd"})"}},
      {{"open_log", "{}"}},
      {{"open_log", R"({"path":"server.blg","encoding":"none"})"}},
      {{"summary", R"({"log":"log7"})"}},
      {{"summary", R"({"log":"log1x"})"}},
      {{"query", R"({"log":"log1","paths":[]})"}},
      {{"query", R"({"paths":["\\Memory\\*"]})"}},
      {{"summary", R"({"log":5})"}},
      {{"summary", R"({"log":"log1","more":1})"}},
      {{"summary", R"({"log":"log1","begin":"noon"})"}},
      {{"query", R"({"log":"log1","paths":["Memory"]})"}},
  };
  open();
  for (const auto& one : cases) {
    const auto [text, is_error] = called(one[0].first, one[0].second);
    EXPECT_TRUE(is_error) << one[0].first << one[0].second;
    EXPECT_FALSE(text.empty());
  }
}

TEST_F(McpServerTest, CancelledRequest_GetsNoAnswerAndTheNextOneRuns) {
  open();
  server_.take(
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"report","arguments":{"log":"log1"}}})");
  server_.take(
      R"({"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"summary","arguments":{"log":"log1"}}})");
  ASSERT_TRUE(server_.is_busy());
  const auto all =
      answers(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all.front().find("\"id\":8"), std::string::npos);
}

}  // namespace
}  // namespace openperflib
