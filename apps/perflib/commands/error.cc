// perflib error: what a code of PDH or Win32 means, and what to do.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "openperflib/base/error_codes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib::apps {
namespace error_command {
namespace {

struct Options {
  std::vector<std::string> codes;
  bool json = false;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("CODE...", options.codes,
                  "Codes, each as a number (0xC0000BB8, -1073738824, 5) or a name (PDH_NO_DATA)")
      .required();
  add_json_options(line, options.json, "Print one JSON document instead of text");
}

std::string hex(const ErrorCode& code) { return fmt::format("0x{:08X}", code.number); }

void print_text(const std::vector<const ErrorCode*>& codes) {
  for (const ErrorCode* code : codes) {  // each is there once
    print_out(fmt::format("{}{} ({}, {})\n    {}\n    {}\n", code == codes.front() ? "" : "\n",
                          code->name, hex(*code), static_cast<std::int32_t>(code->number),
                          code->meaning, code->remedy));
  }
}

void print_json(const std::vector<const ErrorCode*>& codes) {
  JsonWriter out(JsonLayout::lines);
  out.begin_object();
  out.objects("codes", codes, [&](const ErrorCode* code) {
    out.member("code", hex(*code));
    out.member("name", code->name);
    out.member("meaning", code->meaning);
    out.member("remedy", code->remedy);
  });
  out.end_object();
  print_out(out.take() + "\n");
}

void report_unknown(const std::string& text) {
  std::vector<std::string_view> names;
  for (const ErrorCode& code : system_codes()) names.push_back(code.name);
  for (const ErrorCode& code : pdh_codes()) names.push_back(code.name);
  std::string nearest;
  for (const std::string_view name : nearest_names(text, names)) {
    nearest += fmt::format("{} {}", nearest.empty() ? "; did you mean" : " or", name);
  }
  print_error(text, nearest.empty() ? "no such code; write a number such as 0xC0000BB8, or a name "
                                      "such as PDH_NO_DATA"
                                    : fmt::format("no such code{}?", nearest));
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  const auto options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  std::vector<const ErrorCode*> codes;
  Ending ending = Ending::success;
  for (const std::string& text : options.codes) {
    const auto found = find_error_codes(text);
    for (const ErrorCode* code : found) {
      if (std::ranges::find(codes, code) == codes.end()) codes.push_back(code);
    }
    if (!found.empty()) continue;
    report_unknown(text);
    ending = Ending::does_not_exist;
  }
  if (options.json) {
    print_json(codes);
  } else {
    print_text(codes);
  }
  return ending;
}

}  // namespace
}  // namespace error_command

const Subcommand kError = {
    .name = "error",
    .summary = "Explain a PDH or Win32 error code and what to do about it",
    .examples =
        "  perflib error 0xC0000BB8             as typeperf, relog and logman print it\n"
        "  perflib error -1073738824            as programs print it as a signed number\n"
        "  perflib error NO_INSTANCE 1168       a name, and a Win32 code\n"
        "  perflib error --json PDH_NO_DATA\n",
    .run = error_command::run,
};

}  // namespace openperflib::apps
