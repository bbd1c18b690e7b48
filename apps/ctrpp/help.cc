#include "apps/ctrpp/help.h"

#include <fmt/core.h>

#include <array>

#include "apps/drop_in/help_layout.h"

namespace openperflib::ctrpp {
namespace {

using drop_in::HelpRow;

constexpr auto kForms = std::to_array<std::string_view>({
    "ctrpp -o <file> -rc <file> [options] <manifest>",
    "ctrpp -legacy [options] <manifest>",
    "ctrpp -migrate <new manifest> <manifest>",
});

constexpr auto kParameters = std::to_array<HelpRow>({
    {"<manifest>", "The manifest (.man) with the counter sets."},
});

constexpr auto kOptions = std::to_array<HelpRow>({
    {"-o <file>", "Header to write; starts and stops providers."},
    {"-rc <file>", "Resource script to write: all names and texts."},
    {"-ch <file>", "Header to write for programs that read the sets."},
    {"-prefix <name>", "Put this before all names but counters'."},
    {"-NotificationCallback", "CounterInitialize takes callback and allocator."},
    {"-MemoryRoutines", "Deprecated: the same as -NotificationCallback."},
    {"-BackCompat", "Deprecated, was for drivers; has no effect."},
    {"-legacy", "Write .h, .c, .rc, _r.h as Vista's tool does."},
    {"-migrate <file>", "Write the manifest in the newest schema version."},
    {"-?", "Show this help."},
    {"--version", "Show the version."},
});

constexpr auto kExamples = std::to_array<std::string_view>({
    "ctrpp -o disque.h -rc disque.rc disque.man",
    "ctrpp -o disque.h -rc disque.rc -ch disque_names.h -prefix Disque disque.man",
    "ctrpp -legacy -NotificationCallback disque.man",
    "ctrpp -migrate disque2.man disque.man",
});

std::string form_lines() {
  std::string lines;
  for (const std::string_view form : kForms) lines += fmt::format("{}\r\n", form);
  return lines;
}

}  // namespace

std::string help_text() {
  return fmt::format(
      "\r\nOpenPerflib CtrPP (" OPENPERFLIB_VERSION
      ")\r\n\r\n"
      "Writes the code and the texts of the counter sets that a manifest describes.\r\n\r\n"
      "Usage:\r\n{}\r\nParameters:\r\n{}\r\nOptions:\r\n{}\r\nExamples:\r\n{}",
      form_lines(), drop_in::help_rows(kParameters), drop_in::help_rows(kOptions),
      drop_in::help_examples(kExamples));
}

std::string version_text() { return "ctrpp " OPENPERFLIB_VERSION "\r\n"; }

}  // namespace openperflib::ctrpp
