#include "apps/perflib/subcommand.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>

#include "apps/perflib/commands.h"
#include "apps/perflib/messages.h"
#include "apps/program/standard_streams.h"

namespace openperflib::apps {
namespace {

constexpr auto kSubcommands = std::to_array<const Subcommand*>({
    &kList,
    &kQuery,
    &kWatch,
    &kExplain,
    &kDump,
    &kInspect,
    &kRecord,
    &kConvert,
    &kCut,
    &kMerge,
    &kSummary,
    &kDiff,
    &kAnnotate,
    &kReport,
    &kAlert,
    &kSets,
    &kDoctor,
});

std::string help_text() {
  std::string text = "perflib " OPENPERFLIB_VERSION
                     ": Windows performance counters of this machine, and of others' files.\n\n"
                     "Usage: perflib SUBCOMMAND ...\n\n";
  for (const Subcommand* subcommand : kSubcommands) {
    text += fmt::format("  {:<10} {}\n", subcommand->name, subcommand->summary);
  }
  return text +
         "\n`perflib SUBCOMMAND --help` has options and examples.\n"
         "Exit codes: 0 all well, 1 failed or no value at all, 2 wrong usage, 3 something asked "
         "for\n"
         "does not exist (the rest is shown).\n";
}

const Subcommand* find(std::string_view name) {
  if (name == kComplete.name) return &kComplete;  // for shells alone: not in --help
  const auto* row = std::ranges::find(kSubcommands, name, &Subcommand::name);
  return row == kSubcommands.end() ? nullptr : *row;
}

int dispatch(std::span<char*> arguments) {
  if (arguments.empty()) {
    std::fputs(help_text().c_str(), stderr);
    return kWrongUsage;
  }
  const std::string_view name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    print_out(help_text());
    return kAllWell;
  }
  if (name == "--version") {
    print_out("perflib " OPENPERFLIB_VERSION "\n");
    return kAllWell;
  }
  const Subcommand* subcommand = find(name);
  if (subcommand != nullptr) return subcommand->run(*subcommand, arguments.subspan(1));
  complain(name, "no such subcommand; `perflib --help` lists them");
  return kWrongUsage;
}

}  // namespace

std::span<const Subcommand* const> subcommands() noexcept { return kSubcommands; }

int run_perflib(std::span<char*> arguments) {
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error to be said, not an end
  const int code = dispatch(arguments);
  if (flush_output() || code != kAllWell) return code;
  complain("standard output", "cannot be written");
  return kFailed;
}

}  // namespace openperflib::apps
