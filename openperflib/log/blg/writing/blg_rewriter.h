// Reads a binary performance log and writes it again, message by message.
//
// Source: docs/formats/blg.md, "Rewriting".
#pragma once

#include <expected>
#include <functional>
#include <string>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/os/files/unique_fd.h"

namespace openperflib {

// The samples to write, and the path in the header.
struct BlgSelection {
  // Whether the sample with this stored time is written. Empty: all samples, and the closing index
  // is that of the source; otherwise it covers the written samples.
  std::function<bool(FileTime time_local)> wants;
  std::string file_path;  // for the header; empty: that of the source
};

// Reads the log `from` and writes everything that can be read to `to`, an empty, seekable file that
// is open for writing: header, catalog and records of counters are decoded and encoded; blocks,
// name tables and the closing index are copied. A log of Windows 8 or later comes out identical; in
// older ones the bytes between the events, which are garbage, become 0, and some numbers in the
// headers of the buffers become those of Windows 8. Damage is left out and reported to `anomalies`,
// whose shown name is that of `from`. Errors: those of the system; that `from` is not a sequence of
// buffers or has no header.
[[nodiscard]] std::expected<void, SourceFault> rewrite_blg(UniqueFd from, LogAnomalies& anomalies,
                                                           int to, const std::string& shown_to,
                                                           const BlgSelection& selection = {});

}  // namespace openperflib
