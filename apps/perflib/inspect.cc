// perflib inspect: what is in a saved block, as text or JSON, and every oddity of it.
#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "apps/perflib/block_json.h"
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/program/input_file.h"
#include "openperflib/wire/dump.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::string file;
  bool json = false;
  bool strict = false;
};

bool write_stdout(std::string_view piece) {
  return std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
}

void report_tolerances(const std::string& file, const ToleranceReport& report) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Tolerance::count); ++i) {
    const auto tolerance = static_cast<Tolerance>(i);
    if (!report.used(tolerance)) continue;
    print_error_line(fmt::format("{}: tolerated: {}: {}, first at byte {}", file, name_of(tolerance),
                                 explanation_of(tolerance), report.first_offset(tolerance)));
  }
}

int run(const Subcommand& self, std::span<char*> arguments) {
  CommandLine command_line(self);
  Options options;
  CLI::App& app = command_line.app();
  app.add_option("FILE", options.file, "A block as `perflib dump` writes it; - is standard input")
      ->required();
  app.add_flag("--json", options.json, "One JSON document instead of text");
  app.add_flag("--strict", options.strict, "Refuse what is otherwise tolerated and reported");
  if (const auto code = command_line.parse(arguments)) return *code;

  constexpr Limits kLimits;
  const auto bytes = read_input(options.file, kLimits.bytes);
  if (!bytes.has_value()) {
    complain(bytes.error());
    return kFailed;
  }
  Snapshot snapshot;
  const auto parsed =
      snapshot.assign(*bytes, kLimits,
                      options.strict ? Conformance::strict : Conformance::as_seen_in_the_wild);
  if (!parsed.has_value()) {
    print_error_line(fmt::format("{}: {}", options.file, describe(parsed.error())));
    return kFailed;
  }
  if (options.json) {
    write_block_json(snapshot, &write_stdout);
  } else {
    dump(snapshot.view(), &write_stdout);
  }
  report_tolerances(options.file, snapshot.tolerated());
  return kAllWell;
}

}  // namespace

const Subcommand kInspect = {
    .name = "inspect",
    .summary = "Show what is in a saved performance data block",
    .examples = "  perflib inspect now.bin\n"
                "  perflib inspect --json now.bin | python3 -m json.tool\n"
                "  perflib inspect --strict from-wine.bin     fails at the first oddity\n",
    .run = run,
};

}  // namespace openperflib::apps
