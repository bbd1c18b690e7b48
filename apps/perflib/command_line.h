// The options of one subcommand, and the way everything is said on stderr.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "apps/perflib/subcommand.h"

namespace openperflib::apps {

// Resource. A CLI::App named "perflib NAME" with the subcommand's summary and examples.
class CommandLine {
 public:
  explicit CommandLine(const Subcommand& subcommand);
  [[nodiscard]] CLI::App& app() noexcept { return app_; }
  // Reads the arguments into what the options were bound to. An exit code where the run ends here:
  // kAllWell after --help, kWrongUsage after a message.
  [[nodiscard]] std::optional<int> parse(std::span<char*> arguments);

 private:
  CLI::App app_;
};

// One line on stderr: "perflib: WHAT: WHY", or without the second part.
void complain(std::string_view what, std::string_view why = {});

}  // namespace openperflib::apps
