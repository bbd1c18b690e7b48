#include "apps/perflib/subcommand.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"

namespace openperflib::apps {
namespace {

constexpr auto kSubcommands = std::to_array<const Subcommand*>({
    &kList,
    &kQuery,
    &kWatch,
    &kExplain,
    &kDump,
    &kInspect,
});

void print_help() {
  fmt::print("perflib {}: Windows performance counters of this machine, and of others' files.\n\n",
             OPENPERFLIB_VERSION);
  fmt::print("Usage: perflib SUBCOMMAND ...\n\n");
  for (const Subcommand* subcommand : kSubcommands) {
    fmt::print("  {:<10} {}\n", subcommand->name, subcommand->summary);
  }
  fmt::print(
      "\n`perflib SUBCOMMAND --help` has options and examples.\n"
      "Exit codes: 0 all well, 1 failed or no value at all, 2 wrong usage, 3 something asked for\n"
      "does not exist (the rest is shown).\n");
}

const Subcommand* find(std::string_view name) {
  if (name == kComplete.name) return &kComplete;  // for shells alone: not in --help
  const auto* row = std::ranges::find(kSubcommands, name, &Subcommand::name);
  return row == kSubcommands.end() ? nullptr : *row;
}

}  // namespace

std::span<const Subcommand* const> subcommands() noexcept { return kSubcommands; }

int run_perflib(std::span<char*> arguments) {
  if (arguments.empty()) {
    print_help();
    return kWrongUsage;
  }
  const std::string_view name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    print_help();
    return kAllWell;
  }
  if (name == "--version") {
    fmt::print("perflib {}\n", OPENPERFLIB_VERSION);
    return kAllWell;
  }
  const Subcommand* subcommand = find(name);
  if (subcommand == nullptr) {
    complain(name, "no such subcommand; `perflib --help` lists them");
    return kWrongUsage;
  }
  const int code = subcommand->run(*subcommand, arguments.subspan(1));
  if (std::fflush(stdout) != 0 && code == kAllWell) {
    complain("standard output", "cannot be written");
    return kFailed;
  }
  return code;
}

}  // namespace openperflib::apps
