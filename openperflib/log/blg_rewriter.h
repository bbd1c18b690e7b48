// A binary performance log, read and written anew, message by message.
//
// Source: docs/formats/blg.md, "Written anew".
#pragma once

#include <expected>
#include <functional>
#include <string>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/oddity_list.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib {

// Which samples are written, and where.
struct BlgSelection {
  // Whether the sample of a time, as stored, is wanted. Empty: all are, and the closing index is
  // the one of the source; else it is that of the samples that are written.
  std::function<bool(FileTime time_local)> wants;
  std::string file_path;  // for the header; empty: that of the source stays
};

// Reads the log `from` and writes all that can be read of it to `to`, an empty, seekable file that
// is open for writing: header, catalog and records of counters are taken apart and put together,
// blocks, tables of names and the closing index are carried as they are. A log that Windows 8 or
// later wrote comes out as it went in; of older ones the bytes between the events, which are
// garbage, become 0, and some numbers in the headers of the buffers those of Windows 8. What is
// damaged is left out and told to `oddities`, whose shown name is that of `from`. Errors: the
// system's; where `from` is no sequence of buffers or has no header, that.
[[nodiscard]] std::expected<void, SourceFault> rewrite_blg(UniqueFd from, OddityList& oddities,
                                                           int to, const std::string& shown_to,
                                                           const BlgSelection& selection = {});

}  // namespace openperflib
