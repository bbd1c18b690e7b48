#include "apps/perflib/command_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <string>
#include <vector>

#include "apps/perflib/printable.h"
#include "openperflib/os/write_all.h"

namespace openperflib::apps {

CommandLine::CommandLine(const Subcommand& subcommand)
    : app_(subcommand.summary, fmt::format("perflib {}", subcommand.name)) {
  app_.footer(fmt::format("Examples:\n{}", subcommand.examples));
  app_.allow_windows_style_options(false);
  app_.get_formatter()->column_width(34);
}

std::optional<int> CommandLine::parse(std::span<char*> arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app_.parse(std::move(reversed));
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    print_out(app_.help());
    return kAllWell;
  } catch (const CLI::ParseError& error) {
    complain(app_.get_name().substr(8), error.what());
    print_error_line(fmt::format("Run `{} --help` for its options.", app_.get_name()));
    return kWrongUsage;
  }
}

std::string not_a_count(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number > 0 ? std::string() : fmt::format("{} is not a whole number from 1 on", text);
}

std::string not_an_interval(const std::string& text, double least) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && seconds >= least && seconds <= 86'400) return {};
  return fmt::format("{} is not a number of seconds from {:g} to 86400", text, least);
}

void complain(std::string_view what, std::string_view why) {
  std::string line = fmt::format("perflib: {}", printable(what));
  if (!why.empty()) line += fmt::format(": {}", printable(why));
  print_error_line(line);
}

void complain(const SourceFault& fault) { complain(fault.file, reason_of(fault)); }

// Neither stream may throw, as fmt::print does: nobody is there to hear of a lost message.
void print_error_line(std::string_view line) {
  std::fflush(stdout);
  const std::string text = fmt::format("{}\n", line);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::expected<void, SourceFault> write_out(std::string_view text) {
  const auto written = write_all(STDOUT_FILENO, text);
  if (written.has_value()) return {};
  return std::unexpected(SourceFault{
      .errno_value = written.error(), .file = "standard output", .error = std::nullopt});
}

void print_out(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

bool flush_output() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace openperflib::apps
