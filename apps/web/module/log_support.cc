// What the module can do with logs: log_support() of the page. A recording is read only: writing
// one would need zstd's compressor. Names in other languages are not read from XML, for which it
// would need a library.
#include "openperflib/log/log_support.h"

#include <array>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/log/file_formats.h"
#include "openperflib/log/languages_in_file.h"

namespace openperflib {
namespace {

constexpr auto kFiles = std::to_array<LogFileSupport>({
    // clang-format off
    {LogFormat::csv,       &open_text_log,  &create_text_log, nullptr},
    {LogFormat::tsv,       &open_text_log,  &create_text_log, nullptr},
    {LogFormat::blg,       &open_blg,       &create_blg,      &create_blg_of_blocks},
    {LogFormat::recording, &open_recording, nullptr,          nullptr},
});  // clang-format on

std::expected<std::vector<LanguageNames>, SourceFault> languages_of(const std::string& file) {
  return languages_in_file(file, nullptr);
}

constexpr LogSupport kSupport{.files = kFiles, .languages = &languages_of};

}  // namespace

const LogSupport& log_support() noexcept { return kSupport; }

}  // namespace openperflib
