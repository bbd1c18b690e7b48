// CalledTools: a session of tools without a transport, for tests of what tools answer.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/rules/located_json.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The result of a tool: its JSON and the numbers beside it.
struct ToolAnswer {
  LocatedJson json;
  std::vector<double> numbers;
  std::string text;   // of the JSON
  std::string fault;  // why it failed; empty: it did not
  std::string file;   // of the request that is the reason, if it is one
};

// Resource: reads all files, and writes those that are exported into a folder of its own.
class CalledTools {
 public:
  // Calls a tool that must not fail. `arguments`: JSON.
  ToolAnswer called(std::string_view tool, const std::string& arguments) {
    ToolAnswer answer = tried(tool, arguments);
    EXPECT_TRUE(answer.fault.empty()) << tool << arguments << ": " << answer.fault;
    return answer;
  }
  // Calls a tool that must fail. Returns why it does.
  std::string refused(std::string_view tool, const std::string& arguments) {
    const ToolAnswer answer = tried(tool, arguments);
    EXPECT_FALSE(answer.fault.empty()) << tool << arguments << ": " << answer.text;
    return answer.fault;
  }
  ToolAnswer tried(std::string_view tool, const std::string& arguments) {
    const auto words = LocatedJson::parse(arguments);
    EXPECT_TRUE(words.has_value()) << arguments;
    auto run = begin_tool(*find_tool(tool), session_, words.value_or(LocatedJson()));
    if (!run.has_value()) return refusal(run.error());
    for (;;) {
      const auto step = (*run)->step();
      if (!step.has_value()) return refusal(step.error());
      if (*step == JobStep::done) break;
    }
    ToolAnswer answer{.json = {}, .numbers = {}, .text = (*run)->result(), .fault = {}, .file = {}};
    auto parsed = LocatedJson::parse(answer.text);
    EXPECT_TRUE(parsed.has_value()) << answer.text;
    answer.json = std::move(parsed).value_or(LocatedJson());
    answer.numbers = (*run)->take_columns();
    return answer;
  }
  // Opens a log. Returns its name for other tools.
  std::string opened(const std::string& file) {
    return std::string(called("open_log", R"({"path":")" + file + R"("})").json.text_of("log"));
  }
  // Opens a text log with these lines.
  std::string opened_text(std::string_view lines) {
    const std::string file = "log" + std::to_string(++files_) + ".csv";
    folder_.write(file, lines);
    return opened(folder_.path() + "/" + file);
  }

  [[nodiscard]] const MadeFolder& folder() const { return folder_; }
  [[nodiscard]] MadeFolder& folder() { return folder_; }
  [[nodiscard]] ToolSession& session() { return session_; }

  // Returns the number of a member; -1: it does not exist.
  static double number(const LocatedJson& json, std::string_view name) {
    const LocatedJson* const found = json.find(name);
    return found == nullptr ? -1 : found->number;
  }
  static bool is_null(const LocatedJson& json, std::string_view name) {
    const LocatedJson* const found = json.find(name);
    return found != nullptr && found->kind == LocatedJson::Kind::nothing;
  }
  // Returns the elements of a member; none if it does not exist.
  static const std::vector<LocatedJson>& list(const LocatedJson& json, std::string_view name) {
    static const std::vector<LocatedJson> kNone;
    const LocatedJson* const found = json.find(name);
    return found == nullptr ? kNone : found->parts;
  }

 private:
  static ToolAnswer refusal(const ToolRefusal& why) {
    return {.json = {}, .numbers = {}, .text = {}, .fault = why.sentence, .file = why.file};
  }
  ToolEnvironment environment() {
    ToolEnvironment environment{.titles = fixed_titles()};
    environment.rules = read_rules(built_in_rules()).value();
    environment.version = "1.2";
    environment.file_of = [](const std::string& path) { return path; };
    environment.create_file =
        [this](const std::string& name) -> std::expected<UniqueFd, std::string> {
      UniqueFd fd(::open((folder_.path() + "/" + name).c_str(), O_RDWR | O_CREAT | O_EXCL, 0600));
      if (fd.get() < 0) return std::unexpected(name + ": cannot be created");
      return fd;
    };
    return environment;
  }

  MadeFolder folder_;
  ToolSession session_{environment()};
  std::size_t files_ = 0;
};

// The fixture for tests of tools.
class ToolTest : public testing::Test, protected CalledTools {};

}  // namespace openperflib
