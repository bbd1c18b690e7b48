#include "apps/perflib/run/meant_option.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <vector>

#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

// What other programs, or other subcommands, call it.
struct OtherOption {
  std::string_view subcommand;
  std::string_view option;
  std::string_view advice;
};
constexpr auto kOtherOptions = std::to_array<OtherOption>({
    {"query", "-o", "redirect the output (> FILE), or use `perflib record -o FILE`"},
    {"query", "--output", "redirect the output (> FILE), or use `perflib record -o FILE`"},
    {"query", "--csv", "use --format csv"},
    {"watch", "-o", "use `perflib record -o FILE`"},
    {"at", "-b", "write the time as an argument: `perflib at LOG 15:45`"},
    {"merge", "-b", "cut a part out of the merged log: `perflib cut`"},
    {"merge", "-e", "cut a part out of the merged log: `perflib cut`"},
    {"list", "-c", "write the name as an argument: `perflib list WORD`"},
    {"query", "-c", "write the paths as arguments: `perflib query PATH...`"},
    {"watch", "-c", "write the paths as arguments: `perflib watch PATH...`"},
    {"at", "-c", "write the paths as arguments: `perflib at LOG TIME PATH...`"},
    {"explain", "-c", "write the paths as arguments: `perflib explain PATH...`"},
    {"record", "-c", "write the paths as arguments: `perflib record PATH...`"},
    {"summary", "-c", "write the paths as arguments: `perflib summary LOG PATH...`"},
    {"chart", "-c", "write the paths as arguments: `perflib chart LOG PATH...`"},
    {"diff", "-c", "write the paths as arguments: `perflib diff BEFORE AFTER PATH...`"},
    {"convert", "-f", "use --to"},
    {"convert", "--format", "use --to"},
    {"report", "--html", "use -o FILE.html"},
    {"report", "--pdf", "use -o FILE.html, and print that page as a PDF"},
    {"chart", "--svg", "use -o FILE.svg"},
    {"chart", "--html", "use -o FILE.html"},
    {"chart", "--png", "use -o FILE.svg, which many programs convert to PNG"},
});

// What many programs call an option that a subcommand may have.
struct UsualOption {
  std::string_view name;
  std::string_view ours;
};
constexpr auto kUsualOptions = std::to_array<UsualOption>({
    {"--interval", "-i"},
    {"--delay", "-i"},
    {"--count", "-n"},
    {"--samples", "-n"},
    {"--number", "-n"},
    {"--begin", "-b"},
    {"--start", "-b"},
    {"--since", "-b"},
    {"--from", "-b"},
    {"--end", "-e"},
    {"--until", "-e"},
    {"--to", "-e"},
    {"--counter", "-c"},
    {"--out", "--output"},
    {"--overwrite", "-y"},
    {"--file", "--log"},
    {"--input", "--log"},
});

// Options of Get-Counter, Import-Counter, Export-Counter, typeperf and relog, without their
// prefixes.
struct WindowsOption {
  std::string_view name;
  std::string_view ours;  // the option that a subcommand may have for it
  std::string_view otherwise;
};
constexpr auto kWindowsOptions = std::to_array<WindowsOption>({
    {"Counter", "-c", "write the paths as arguments: `perflib query PATH...`"},
    {"MaxSamples", "-n", "`perflib query -n N` prints N samples"},
    {"SampleInterval", "-i", "`perflib query -i DURATION -n N` samples at an interval"},
    {"Continuous", "", "`perflib watch` runs until q is pressed, `perflib record` until Ctrl+C"},
    {"ListSet", "", "use `perflib list WORD`, or `perflib list WORD --paths`"},
    {"ComputerName", "", "other machines cannot be read; name a log that was recorded there"},
    {"Path", "--path", "write the name of the log as an argument, without an option"},
    {"Oldest", "", "leave it out: samples are read from the oldest to the newest"},
    {"Summary", "", "use `perflib summary LOG`"},
    {"StartTime", "-b", "name a log; -b is the time to begin at"},
    {"EndTime", "-e", "name a log; -e is the time to end at"},
    {"FileFormat", "--to", "`perflib convert` takes the format from the name of its output"},
    {"Force", "-y", "only commands that write a file have an option for it: -y"},
    {"Circular", "--ring", "use `perflib record --ring DURATION`"},
    {"MaxSize", "--max-size", "use `perflib record --ring DURATION --max-size SIZE`"},
    {"ErrorAction", "", "leave it out: what is missing is reported, and the rest is shown"},
    {"sc", "-n", "`perflib query -n N` prints N samples"},
    {"si", "-i", "`perflib query -i DURATION -n N` samples at an interval"},
    {"s", "", "other machines cannot be read; name a log that was recorded there"},
    {"q", "", "use `perflib list`"},
    {"qx", "", "use `perflib list --paths`"},
    {"cf", "", "read the paths of a file with `xargs -d '\\n' -a FILE perflib query`"},
    {"config", "", "write the options on the command line; they cannot be read from a file"},
    {"t", "--every", "use `perflib convert --every N`"},
});

// "MaxSamples" of -MaxSamples, --MaxSamples:5 and /MaxSamples; empty: it has no prefix.
std::string_view name_of_option(std::string_view word) {
  const std::string_view prefix = word.starts_with("--") ? "--" : word.starts_with('-') ? "-" : "/";
  if (!word.starts_with(prefix)) return {};
  word.remove_prefix(prefix.size());
  return word.substr(0, word.find_first_of(":="));
}

}  // namespace

bool is_help_of_windows(std::string_view word) noexcept { return word == "/?" || word == "-?"; }

std::string meant_option_of_windows(const std::string& word, std::span<const std::string> names) {
  const std::string_view name = name_of_option(word);
  const auto* const row = std::ranges::find_if(kWindowsOptions, [&](const WindowsOption& one) {
    return equal_ignoring_case(one.name, name);
  });
  if (row == kWindowsOptions.end()) return {};
  const auto has = [&](std::string_view option) {
    return std::ranges::find(names, option) != names.end();
  };
  std::error_code error;
  if (has(word.substr(0, word.find('='))) || std::filesystem::exists(word, error)) return {};
  return has(row->ours) ? fmt::format("use {}", row->ours) : std::string(row->otherwise);
}

std::string meant_option(std::string_view subcommand, const std::string& word,
                         std::span<const std::string> names) {
  const std::string option = word.substr(0, word.find('='));
  const auto* const other = std::ranges::find_if(kOtherOptions, [&](const OtherOption& one) {
    return one.subcommand == subcommand && one.option == option;
  });
  if (other != kOtherOptions.end()) return std::string(other->advice);
  if (!option.starts_with("--")) return {};
  for (const UsualOption& usual : kUsualOptions) {
    const bool has_it = std::ranges::find(names, usual.ours) != names.end();
    if (usual.name == option && has_it) return fmt::format("use {}", usual.ours);
  }
  std::vector<std::string_view> views(names.begin(), names.end());
  std::erase_if(views, [](std::string_view name) { return !name.starts_with("--"); });
  const auto nearest = nearest_names(option, views, 1);
  return nearest.empty() ? std::string() : fmt::format("did you mean {}?", nearest.front());
}

}  // namespace openperflib::apps
