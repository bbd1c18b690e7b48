// The compressor and decompressor of a recording: one stream that is flushed, and whole frames.
//
// Source: docs/formats/perfrec.md, "Journal" and "Block".
#pragma once

#include <zstd.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "openperflib/base/bytes.h"

namespace openperflib::recording {

// Resource. After a flush the reader can decompress everything that was put in.
class StreamCompressor {
 public:
  // `window_log`, where it is not 0, bounds the memory: its tables and buffers have at most 12
  // times 2^window_log bytes.
  explicit StreamCompressor(int level, int window_log = 0);
  // Starts another stream.
  void restart();
  // Compresses all of `bytes`, and appends the result to `into`.
  void flush(Bytes bytes, std::vector<std::byte>& into);
  // Appends a separate frame, with a checksum; ends the stream.
  void frame(Bytes bytes, std::vector<std::byte>& into);

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
  };
  void run(Bytes bytes, ZSTD_EndDirective directive, std::vector<std::byte>& into);
  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

// Resource.
class StreamDecompressor {
 public:
  StreamDecompressor();
  void restart();
  // Decompresses the next bytes of the stream, and appends the result to `into`. False if they are
  // damaged, or `into` would grow by more than `most` bytes.
  [[nodiscard]] bool add(Bytes bytes, std::size_t most, std::vector<std::byte>& into);
  // Decompresses a separate frame into `into`. False if it is damaged, or has more than `most`
  // bytes.
  [[nodiscard]] bool frame(Bytes bytes, std::size_t most, std::vector<std::byte>& into);

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
};

}  // namespace openperflib::recording
