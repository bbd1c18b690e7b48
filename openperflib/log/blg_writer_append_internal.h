// What a binary log that shall be gone on with says of itself, where it ends, and why it refuses.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg_writer_entries_internal.h"
#include "openperflib/log/blg_writer_message_internal.h"

namespace openperflib {

// A closing index is no part of it: it tells of all samples, and those that follow need another.
struct BlgLogEnd {
  std::uint64_t file_size = 0;  // up to the closing index, where there is one
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
                                                          std::span<const BlgStoredEntry> entries);

// What of the log does not go with what shall be appended: faults that pdh_code_of() knows. `what`:
// the number of an entry.
inline constexpr Field kBlgAppendCatalog{"blg append", "Catalog"};
inline constexpr Field kBlgAppendTime{"blg append", "Time"};
[[nodiscard]] std::unexpected<SourceFault> refuse_append(Errc code, const Field& field,
                                                         std::size_t what,
                                                         const std::string& shown_name);

// What the events of the log are like, by a writer of its own threads.
[[nodiscard]] BlgEventFacts appending_facts(const BlgLogEnd& log, const BlgWriterOptions& options);

}  // namespace openperflib
