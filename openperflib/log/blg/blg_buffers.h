// BlgBuffers reads a binary performance log buffer by buffer, in the order of time. Only one buffer
// is in memory at a time, however large the file is.
//
// Source: docs/formats/blg.md, sections "Buffer" and "File header".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg/blg_buffer_view.h"
#include "openperflib/log/blg/blg_file_header_view.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib {

// Resource: a file. One thread.
class BlgBuffers {
 public:
  // A buffer and its position.
  struct Buffer {
    BlgBufferView view;    // lives until the next next()
    std::uint64_t offset;  // in the file
  };

  // Reads buffer 0 and detects the length of a buffer. Faults of the header that do not prevent
  // reading the others go to `anomalies`. Errors: those of the system; if the file is not a
  // sequence of buffers, that of BufferSize.
  [[nodiscard]] static std::expected<BlgBuffers, SourceFault> open(ByteSource file,
                                                                   LogAnomalies& anomalies);

  // The next buffer after buffer 0; nullopt at the end. A buffer without a header, or with a wrong
  // one, is reported to `anomalies`. Errors: those of the system.
  [[nodiscard]] std::expected<std::optional<Buffer>, SourceFault> next(LogAnomalies& anomalies);
  // Starts again after buffer 0.
  void rewind() noexcept { next_ = kFirst; }

  // nullopt if it could not be read. The view lives as long as this.
  [[nodiscard]] std::optional<BlgFileHeaderView> header() const noexcept;
  [[nodiscard]] Bytes first_buffer() const noexcept {
    return first_;
  }  // the existing part of buffer 0
  [[nodiscard]] std::uint32_t buffer_size() const noexcept { return buffer_size_; }  // bytes
  // Bytes, as of open().
  [[nodiscard]] std::uint64_t file_size() const noexcept { return file_size_; }
  // All of the file, including buffer 0 and a short last one.
  [[nodiscard]] std::uint64_t buffer_count() const noexcept { return count_; }
  // Bytes of the file that were read so far, as if it were read in its own order.
  [[nodiscard]] std::uint64_t position() const noexcept;

 private:
  static constexpr std::uint64_t kFirst = 1;
  // The length of a buffer is still unknown: open() detects it.
  BlgBuffers(ByteSource file, std::uint64_t size) noexcept
      : file_(std::move(file)), file_size_(size) {}
  // Reads bytes of the file into a reused buffer; fewer at its end. Errors: errno.
  [[nodiscard]] std::expected<Bytes, int> read_at(std::uint64_t offset, std::size_t length,
                                                  std::vector<std::byte>& into) const;
  // Sets buffer_size_, which is in buffer 0 twice. Returns what is wrong with one of the two or, if
  // buffer_size_ stays 0, with both.
  [[nodiscard]] std::expected<std::optional<Error>, int> find_size();
  // Whether a buffer begins there that says it is `offset` bytes long.
  [[nodiscard]] std::expected<bool, int> is_buffer_at(std::uint64_t offset);
  // Fills order_ if buffers have usable numbers.
  [[nodiscard]] std::expected<void, int> sort_by_sequence(LogAnomalies& anomalies);
  // Reports differences between the header and the file.
  void check_header(LogAnomalies& anomalies) const;

  ByteSource file_;
  std::uint64_t file_size_ = 0;
  std::uint32_t buffer_size_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t next_ = kFirst;
  std::vector<std::byte> first_;
  std::vector<std::byte> buffer_;
  std::vector<std::uint32_t> order_;  // of circular files: buffers from the oldest on
};

}  // namespace openperflib
