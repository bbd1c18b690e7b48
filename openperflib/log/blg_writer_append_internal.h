// What a binary log that shall be gone on with says of itself, and where it ends.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg_writer_entries_internal.h"
#include "openperflib/log/blg_writer_message_internal.h"

namespace openperflib {

struct BlgLogEnd {
  std::uint64_t file_size = 0;
  std::uint32_t buffer_size = 0;
  BlgBufferHeader last_header{};  // of the last buffer; what a cut one lacks is 0
  BlgEventFacts facts;            // of its events
  std::vector<BlgStoredEntry> entries;
  FileTime last_time_local = 0;  // of its last record; 0: it has none
};

// Reads the log's head and its last buffers. Errors: the system's; what is no log, is a circular
// one, or has no catalog.
[[nodiscard]] std::expected<BlgLogEnd, SourceFault> read_log_end(int fd,
                                                                 const std::string& shown_name);

// Whether what is written would have the catalog that the log has, time bases aside: nothing, or
// the number of the first entry that differs (the lower count where only that differs).
[[nodiscard]] std::optional<std::size_t> first_difference(std::span<const BlgStoredEntry> stored,
                                                          std::span<const BlgWriterEntry> entries);

}  // namespace openperflib
