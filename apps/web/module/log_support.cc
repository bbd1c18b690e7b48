// What the module can do with logs: log_support() of the page. A recording is read only: writing
// one would need zstd's compressor.
#include "openperflib/log/log_support.h"

#include <array>

#include "openperflib/log/file_formats.h"

namespace openperflib {
namespace {

constexpr auto kFiles = std::to_array<LogFileSupport>({
    // clang-format off
    {LogFormat::csv,       &open_text_log,  &create_text_log, nullptr},
    {LogFormat::tsv,       &open_text_log,  &create_text_log, nullptr},
    {LogFormat::blg,       &open_blg,       &create_blg,      &create_blg_of_blocks},
    {LogFormat::recording, &open_recording, nullptr,          nullptr},
});  // clang-format on

constexpr LogSupport kSupport{.files = kFiles};

}  // namespace

const LogSupport& log_support() noexcept { return kSupport; }

}  // namespace openperflib
