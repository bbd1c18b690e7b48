#include "apps/lodctr/help.h"

#include <fmt/core.h>

#include <array>

#include "apps/drop_in/help_layout.h"

namespace openperflib::lodctr {
namespace {

using drop_in::HelpRow;

constexpr auto kLodctrForms = std::to_array<HelpRow>({
    {"LODCTR <INI-FileName>", "Install the names of a service's counters."},
    {"LODCTR /S:<Backup-FileName>", "Save all names and settings."},
    {"LODCTR /R:<Backup-FileName>", "Restore names and settings from this file."},
    {"LODCTR /R", "Rebuild names and settings from .ini files."},
    {"LODCTR /T:<Service-Name>", "Trust the service's library as it is now."},
    {"LODCTR /E:<Service-Name>", "Enable the counters of a service."},
    {"LODCTR /D:<Service-Name>", "Disable the counters of a service."},
    {"LODCTR /Q", "Show the title database and all services."},
    {"LODCTR /Q:<Service-Name>", "Show one service."},
    {"LODCTR /C:<FileName>", "Replace names with those in this file."},
    {"       /H:<FileName>", "Replace help texts with those in this file."},
    {"       /L:<LangID>", "Language of these files: 009 is English."},
    {"LODCTR /M:<Manifest>", "Register the counter sets of a manifest."},
    {"       [<Folder>]", "Its programs' folder. Default: the manifest's."},
    {"LODCTR /?", "Show this help."},
});

constexpr auto kUnlodctrForms = std::to_array<HelpRow>({
    {"UNLODCTR <Service-Name>", "Remove the names of a service's counters."},
    {"UNLODCTR /M:<Manifest>", "Remove the counter sets of a manifest."},
    {"UNLODCTR /G:<GUID>", "Remove a provider or counter set, by its GUID."},
    {"UNLODCTR /P:<Provider>", "Remove a provider, by its GUID or name."},
    {"UNLODCTR /?", "Show this help."},
});

}  // namespace

std::string lodctr_help() {
  return fmt::format(
      "\r\n\r\nLODCTR\r\n"
      "    Manages the title database: names of counters and settings of services.\r\n\r\n"
      "Usage:\r\n{}",
      drop_in::help_rows(kLodctrForms));
}

std::string unlodctr_help() {
  return fmt::format(
      "\r\n\r\nUNLODCTR\r\n"
      "    Removes the names of performance counters that lodctr has installed.\r\n\r\n"
      "Usage:\r\n{}",
      drop_in::help_rows(kUnlodctrForms));
}

}  // namespace openperflib::lodctr
