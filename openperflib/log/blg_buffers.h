// BlgBuffers reads a binary performance log buffer by buffer, in the order of time. One buffer is
// in memory at a time, however big the file is.
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
#include "openperflib/log/blg_buffer_view.h"
#include "openperflib/log/blg_file_header_view.h"
#include "openperflib/log/oddity_list.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib {

// Resource: a file. One thread.
class BlgBuffers {
 public:
  // A buffer and where it stands.
  struct Buffer {
    BlgBufferView view;    // lives until the next next()
    std::uint64_t offset;  // in the file
  };

  // Reads buffer 0 and finds out how long a buffer is. What is wrong with the header and does not
  // keep the others from being read goes to `oddities`.
  // Errors: the system's; where the file is no sequence of buffers, that of BufferSize.
  [[nodiscard]] static std::expected<BlgBuffers, SourceFault> open(UniqueFd file,
                                                                   OddityList& oddities);

  // The next buffer behind buffer 0; nothing at the end. A buffer without a header, or with a wrong
  // one, is told to `oddities`. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<Buffer>, SourceFault> next(OddityList& oddities);
  // Begins again behind buffer 0.
  void rewind() noexcept { next_ = kFirst; }

  // Nothing where it could not be read. The view lives as long as this.
  [[nodiscard]] std::optional<BlgFileHeaderView> header() const noexcept;
  [[nodiscard]] Bytes first_buffer() const noexcept { return first_; }  // what is there of buffer 0
  [[nodiscard]] std::uint32_t buffer_size() const noexcept { return buffer_size_; }
  [[nodiscard]] std::uint64_t file_size() const noexcept { return file_size_; }
  [[nodiscard]] std::uint64_t buffer_count() const noexcept {
    return count_;
  }  // a short last one too
  // Bytes of the file behind which nothing was read yet, as if it were read in its own order.
  [[nodiscard]] std::uint64_t position() const noexcept;

 private:
  static constexpr std::uint64_t kFirst = 1;
  // Knows no length of a buffer yet: open() finds it out.
  BlgBuffers(UniqueFd file, std::uint64_t size) noexcept
      : file_(std::move(file)), file_size_(size) {}
  // Bytes of the file into a buffer that is kept; fewer at its end. Errors: errno.
  [[nodiscard]] std::expected<Bytes, int> read_at(std::uint64_t offset, std::size_t length,
                                                  std::vector<std::byte>& into) const;
  // Sets buffer_size_, which stands in buffer 0 twice; gives what is wrong with one of them, or,
  // where it leaves 0, with both.
  [[nodiscard]] std::expected<std::optional<Error>, int> find_size();
  // Whether a buffer begins there that says it is `offset` bytes long.
  [[nodiscard]] std::expected<bool, int> is_buffer_at(std::uint64_t offset);
  // Fills order_, where buffers have numbers to go by.
  [[nodiscard]] std::expected<void, int> sort_by_sequence(OddityList& oddities);
  // Tells what the header says and the file is not.
  void check_header(OddityList& oddities) const;

  UniqueFd file_;
  std::uint64_t file_size_ = 0;
  std::uint32_t buffer_size_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t next_ = kFirst;
  std::vector<std::byte> first_;
  std::vector<std::byte> buffer_;
  std::vector<std::uint32_t> order_;  // of circular files: buffers from the oldest on
};

}  // namespace openperflib
