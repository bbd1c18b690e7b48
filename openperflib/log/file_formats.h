// The formats of log files, for the tables of builds: log_support.h says what each function does.
#pragma once

#include <string>

#include "openperflib/log/log_support.h"

namespace openperflib {

[[nodiscard]] OpenedReader open_text_log(ByteSource file, const std::string& path,
                                         const OpenLogOptions& options);
[[nodiscard]] CreatedSink create_text_log(const LogTarget& target, int fd,
                                          CreateLogOptions options);

// `options.file_path`: the name of the log as it is written; empty: that of the target.
[[nodiscard]] OpenedReader open_blg(ByteSource file, const std::string& path,
                                    const OpenLogOptions& options);
[[nodiscard]] CreatedSink create_blg(const LogTarget& target, int fd, CreateLogOptions options);
[[nodiscard]] CreatedBlockSink create_blg_of_blocks(const LogTarget& target, int fd,
                                                    CreateLogOptions options,
                                                    BlockLogContents contents,
                                                    const TitleTable& titles);

[[nodiscard]] OpenedReader open_recording(ByteSource file, const std::string& path,
                                          const OpenLogOptions& options);
[[nodiscard]] CreatedBlockSink create_recording(const LogTarget& target, int fd,
                                                CreateLogOptions options, BlockLogContents contents,
                                                const TitleTable& titles);

}  // namespace openperflib
