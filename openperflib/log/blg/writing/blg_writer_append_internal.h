// The properties and the end of a binary log that is to be appended to, and why that is refused.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg/writing/blg_writer_entries_internal.h"
#include "openperflib/log/blg/writing/blg_writer_message_internal.h"

namespace openperflib {

// Without the closing index, which covers all samples and must be written again.
struct BlgLogEnd {
  std::uint64_t file_size = 0;  // up to the closing index, if there is one
  std::uint32_t buffer_size = 0;
  BlgBufferHeader last_header{};  // of the last buffer; the missing part of a truncated one is 0
  BlgEventFacts facts;            // of its events
  std::vector<BlgStoredEntry> entries;
  FileTime last_time_local = 0;  // of its last record; 0: it has none
};

// Reads the head of the log and its last buffers. Errors: those of the system; that the file is not
// a log, is circular, or has no catalog.
[[nodiscard]] std::expected<BlgLogEnd, SourceFault> read_log_end(int fd,
                                                                 const std::string& shown_name);

// Whether what is written would have the catalog that the log has, time bases aside: nothing, or
// the number of the first entry that differs (the lower count where only that differs).
[[nodiscard]] std::optional<std::size_t> first_difference(std::span<const BlgStoredEntry> stored,
                                                          std::span<const BlgStoredEntry> entries);

// Reasons why new samples do not fit the log: faults that pdh_code_of() knows. `what`: the number
// of an entry.
inline constexpr Field kBlgAppendCatalog{"blg append", "Catalog"};
inline constexpr Field kBlgAppendTime{"blg append", "Time"};
[[nodiscard]] std::unexpected<SourceFault> refuse_append(Errc code, const Field& field,
                                                         std::size_t what,
                                                         const std::string& shown_name);

// The properties of the log's events, for a new writer.
[[nodiscard]] BlgEventFacts appending_facts(const BlgLogEnd& log, const BlgWriterOptions& options);

}  // namespace openperflib
