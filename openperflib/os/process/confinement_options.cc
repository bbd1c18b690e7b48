#include "openperflib/os/process/confinement_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace openperflib {
namespace {

struct SandboxName {
  Sandbox sandbox;
  std::string_view name;
};

constexpr auto kSandboxes = std::to_array<SandboxName>({
    {Sandbox::strict, "strict"},
    {Sandbox::network, "network"},
    {Sandbox::none, "none"},
});

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_sandbox(std::string_view text, ConfinementOptions& options) {
  const auto* row = std::ranges::find(kSandboxes, text, &SandboxName::name);
  if (row == kSandboxes.end()) return false;
  options.sandbox = row->sandbox;
  return true;
}

bool read_memory(std::string_view text, ConfinementOptions& options) {
  return read_number(text, options.memory_limit);
}

bool read_user(std::string_view text, ConfinementOptions& options) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  ProcessUser& user = options.user.emplace();
  return read_number(text.substr(0, colon), user.user) &&
         read_number(text.substr(colon + 1), user.group);
}

bool read_readable(std::string_view text, ConfinementOptions& options) {
  if (!text.starts_with('/')) return false;
  options.readable.emplace_back(text);
  return true;
}

struct Argument {
  std::string_view name;
  bool (*read)(std::string_view text, ConfinementOptions& options);
};

constexpr auto kArguments = std::to_array<Argument>({
    {"--sandbox=", read_sandbox},
    {"--memory=", read_memory},
    {"--user=", read_user},
    {"--readable=", read_readable},
});

bool read_argument(std::string_view text, ConfinementOptions& options) {
  const auto* argument = std::ranges::find_if(
      kArguments, [&](const Argument& row) { return text.starts_with(row.name); });
  return argument != kArguments.end() &&
         argument->read(text.substr(argument->name.size()), options);
}

}  // namespace

std::vector<std::string> to_arguments(const ConfinementOptions& options) {
  const auto* sandbox = std::ranges::find(kSandboxes, options.sandbox, &SandboxName::sandbox);
  std::vector<std::string> arguments{fmt::format("--sandbox={}", sandbox->name),
                                     fmt::format("--memory={}", options.memory_limit)};
  if (options.user) {
    arguments.push_back(fmt::format("--user={}:{}", options.user->user, options.user->group));
  }
  for (const std::string& path : options.readable) arguments.push_back("--readable=" + path);
  return arguments;
}

std::expected<ConfinementOptions, std::string> read_arguments(
    std::span<const char* const> arguments) {
  ConfinementOptions options;
  for (const char* argument : arguments) {
    if (!read_argument(argument, options)) return std::unexpected(std::string(argument));
  }
  return options;
}

}  // namespace openperflib
