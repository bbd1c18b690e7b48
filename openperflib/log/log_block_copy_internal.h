// LogBlockCopy: what LogConversion does with a record whose blocks are written as they are.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib {

// View of the sink. Memory: the blocks of the record before the window.
class LogBlockCopy {
 public:
  using RecordBefore = LogConversion::RecordBefore;
  LogBlockCopy(BlockSink& sink, std::optional<ObjectRequest> request, RecordBefore before)
      : sink_(sink), request_(std::move(request)), before_(before) {}

  // A record before the window; the last one of them may be written.
  void keep(const LogReader& reader, const LogRecord& record);
  // A record of the window. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> write(const LogReader& reader,
                                                       const LogRecord& record, LogExtent& written);
  [[nodiscard]] std::expected<void, SourceFault> end() { return sink_.end(); }
  // Blocks have no columns.
  [[nodiscard]] static std::span<const std::string> without_column() noexcept { return {}; }

 private:
  // The blocks to write; nothing for a record that is left out.
  [[nodiscard]] std::optional<std::span<const Bytes>> chosen(const LogRecord& record);
  [[nodiscard]] std::expected<void, SourceFault> write_kept(LogExtent& written);

  BlockSink& sink_;
  std::optional<ObjectRequest> request_;
  RecordBefore before_;
  std::vector<Bytes> chosen_;
  // The record before the window: the bytes of its blocks, one after the other, and their lengths.
  FileTime kept_time_ = 0;
  std::vector<std::byte> kept_bytes_;
  std::vector<std::size_t> kept_lengths_;
};

}  // namespace openperflib
