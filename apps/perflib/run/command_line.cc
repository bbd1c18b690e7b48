#include "apps/perflib/run/command_line.h"

#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/meant_option.h"
#include "apps/perflib/run/subcommand.h"
#include "apps/perflib/run/usage_text.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps {
namespace {

// The name of a positional argument is its part of the usage line: "IN... OUT", "[PATH...]". It
// shows which of them are required and which may be repeated. Which options need or exclude others
// is in their texts, and in the messages.
class UsageFormatter : public CLI::Formatter {
 public:
  std::string make_option_usage(const CLI::Option* option) const override {
    return option->get_name(true);
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const bool has_value = !option->get_positional() && option->get_type_size() != 0;
    if (!has_value) return {};
    const bool has_more = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    return fmt::format(" {}{}", option->get_type_name(), has_more ? "..." : "");
  }
};

// The screen of --help.
std::string help_of(const CLI::App& app) { return help_in_columns(app.help(), kHelpColumns); }

// All names of options, as they are written.
std::vector<std::string> option_names_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

// "--format" of "-f,--format".
std::string_view last_name(std::string_view names) { return names.substr(names.rfind(',') + 1); }

}  // namespace

CommandOption CommandOption::value_name(const char* name) {
  option_->type_name(name);
  return *this;
}

CommandOption CommandOption::required() {
  option_->required();
  return *this;
}

CommandOption CommandOption::repeatable() {
  // Without extra arguments: the word after the value is not another value.
  option_->expected(1)->allow_extra_args(false)->take_all();
  return *this;
}

CommandOption CommandOption::check(Check error_of) {
  option_->check(error_of);
  return *this;
}

CommandOption CommandOption::one_of(std::initializer_list<const char*> values) {
  option_->transform([](std::string word) { return folded(word); });
  option_->check([allowed = std::vector<std::string>(values.begin(), values.end())](
                     const std::string& word) { return not_one_of(word, allowed); });
  return *this;
}

CommandOption CommandOption::needs(CommandOption other) {
  option_->needs(other.option_);
  return *this;
}

CommandOption CommandOption::excludes(CommandOption other) {
  option_->excludes(other.option_);
  return *this;
}

CommandLine::CommandLine(const Subcommand& subcommand)
    : environment_(subcommand.environment),
      begin_progress_line_(subcommand.begin_progress_line),
      app_(std::make_unique<CLI::App>(subcommand.summary,
                                      fmt::format("perflib {}", subcommand.name))) {
  app_->footer(fmt::format("Examples:\n{}", subcommand.examples));
  app_->allow_windows_style_options(false);
  app_->formatter(std::make_shared<UsageFormatter>());
  app_->get_formatter()->column_width(29);
  app_->get_formatter()->label("Positionals", "Arguments");
  app_->get_help_ptr()->description(
      "Show this help; `perflib --help` explains its words, such as LOG, PATH and @cpu");
}

CommandLine::~CommandLine() = default;

CommandOption CommandLine::add_option(const char* name, std::string& variable, const char* help) {
  return CommandOption(*app_->add_option(name, variable, help));
}

CommandOption CommandLine::add_option(const char* name, std::vector<std::string>& variable,
                                      const char* help) {
  return CommandOption(*app_->add_option(name, variable, help));
}

CommandOption CommandLine::add_option(const char* name, std::uint32_t& variable, const char* help) {
  return CommandOption(*app_->add_option(name, variable, help));
}

CommandOption CommandLine::add_option(const char* name, std::uint64_t& variable, const char* help) {
  return CommandOption(*app_->add_option(name, variable, help));
}

CommandOption CommandLine::add_option(const char* name, double& variable, const char* help) {
  return CommandOption(*app_->add_option(name, variable, help));
}

CommandOption CommandLine::add_option(const char* name, Setter set, const char* help) {
  const auto set_or_throw = [name, set = std::move(set)](const std::string& value) {
    const std::string error = set(value);
    if (!error.empty()) throw CLI::ValidationError(std::string(last_name(name)), error);
  };
  return CommandOption(*app_->add_option_function<std::string>(name, set_or_throw, help));
}

CommandOption CommandLine::add_flag(const char* name, bool& variable, const char* help) {
  return CommandOption(*app_->add_flag(name, variable, help));
}

std::unexpected<Failure> CommandLine::refuse(std::string_view why) const {
  return usage_error(app_->get_name().substr(8), why,
                     fmt::format("Run `{} --help` for its options.", app_->get_name()));
}

std::unexpected<Failure> CommandLine::refuse_word(const std::string& word) const {
  const std::vector<std::string> names = option_names_of(*app_);
  if (!word.starts_with('-')) {
    std::error_code error;
    const bool is_file = std::filesystem::is_regular_file(word, error);
    const bool reads_logs = std::ranges::find(names, "--log") != names.end();
    return refuse(word + (is_file && reads_logs ? " is one argument too many; name a log with --log"
                                                : " is one argument too many"));
  }
  const std::string advice = meant_option(app_->get_name().substr(8), word, names);
  return refuse(advice.empty() ? word + " is not an option"
                               : fmt::format("{} is not an option; {}", word, advice));
}

// Before the options are read: -Counter would be -C with a value, and /? a path.
Step CommandLine::check_words_of_windows(std::span<char*> arguments) const {
  const std::vector<std::string> names = option_names_of(*app_);
  for (const std::string word : arguments) {
    if (word == "--") break;
    if (is_help_of_windows(word)) {
      print_out(help_of(*app_));
      return reported(Ending::success);
    }
    const std::string advice = meant_option_of_windows(word, names);
    if (!advice.empty()) return refuse(fmt::format("{} is not an option; {}", word, advice));
  }
  return {};
}

Step CommandLine::parse(std::span<char*> arguments) {
  OPENPERFLIB_TRY(check_words_of_windows(arguments));
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app_->parse(std::move(reversed));
    return {};
  } catch (const CLI::CallForHelp&) {
    print_out(help_of(*app_));
    return reported(Ending::success);
  } catch (const CLI::ExtrasError&) {
    return refuse_word(app_->remaining().front());
  } catch (const CLI::ParseError& error) {
    return refuse(usage_text(error.get_name(), error.what()));
  }
}

std::string not_a_count(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 ? std::string()
                             : fmt::format("{} is not a whole number from 1 on", text);
}

CommandOption add_duration_option(CommandLine& line, const char* name, std::string& duration,
                                  const char* help) {
  return line.add_option(name, duration, help).value_name("DURATION").check(not_a_duration);
}

void add_json_options(CommandLine& line, bool& json, const char* help) {
  line.add_flag("--json", json, help);
  const auto set = [&json](const std::string& given) {
    const std::string word = folded(given);
    if (word == "json") json = true;
    return word == "json" || word == "text" || word == "table"
               ? std::string()
               : word + " is not one of text and json";
  };
  line.add_option("-f,--format", set, "text (default) or json, which is the same as --json")
      .value_name("FORMAT");
}

CommandOption add_interval_option(CommandLine& line, double& seconds, double least,
                                  const char* help) {
  constexpr double kMost = 86'400;
  const auto set = [&seconds, least](const std::string& text) {
    const double given =
        static_cast<double>(duration_from(text).value_or(0)) / static_cast<double>(kTicksPerSecond);
    if (given < least || given > kMost) {
      return fmt::format(
          "\"{}\" is not an interval from {:g} seconds to a day; write 0.5, 5s or 1m", text, least);
    }
    seconds = given;
    return std::string();
  };
  return line.add_option("-i", set, help).value_name("DURATION");
}

}  // namespace openperflib::apps
