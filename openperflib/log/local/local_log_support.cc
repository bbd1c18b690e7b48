// What this library can do with logs on Linux: log_support() of its programs.
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "openperflib/log/file_formats.h"
#include "openperflib/log/local/language_files.h"
#include "openperflib/log/local/recording_ring.h"
#include "openperflib/log/log_support.h"
#include "openperflib/log/sql/sql_log_support.h"

namespace openperflib {
namespace {

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

CreateLogOptions named(const LogTarget& target, CreateLogOptions options) {
  if (options.file_path.empty()) options.file_path = absolute(target.name);
  return options;
}

CreatedSink create_named_blg(const LogTarget& target, int fd, CreateLogOptions options) {
  return create_blg(target, fd, named(target, std::move(options)));
}

CreatedBlockSink create_named_blg_of_blocks(const LogTarget& target, int fd,
                                            CreateLogOptions options, BlockLogContents contents,
                                            const TitleTable& titles) {
  return create_blg_of_blocks(target, fd, named(target, std::move(options)), std::move(contents),
                              titles);
}

// The name of a recording lasts like its samples; a folder that cannot be read does not prevent
// recording.
CreatedBlockSink create_lasting_recording(const LogTarget& target, int fd, CreateLogOptions options,
                                          BlockLogContents contents, const TitleTable& titles) {
  const bool is_each_sample_flushed = options.flush == LogFlush::each_row;
  auto created = create_recording(target, fd, std::move(options), std::move(contents), titles);
  if (created.has_value() && is_each_sample_flushed) {
    (void)sync_folder(std::filesystem::path(absolute(target.name)).parent_path());
  }
  return created;
}

constexpr auto kFiles = std::to_array<LogFileSupport>({
    // clang-format off
    {LogFormat::csv,       &open_text_log,  &create_text_log,  nullptr},
    {LogFormat::tsv,       &open_text_log,  &create_text_log,  nullptr},
    {LogFormat::blg,       &open_blg,       &create_named_blg, &create_named_blg_of_blocks},
    {LogFormat::recording, &open_recording, nullptr,           &create_lasting_recording},
});  // clang-format on

constexpr LogFolderSupport kFolders{.ring_segments = &ring_segments, .files = &regular_files_in};

constexpr LogSupport kSupport{.files = kFiles,
                              .sets = &kSqlLogSets,
                              .folders = &kFolders,
                              .languages = &languages_in_any_file};

}  // namespace

const LogSupport& log_support() noexcept { return kSupport; }

}  // namespace openperflib
