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

// Resource. What goes in comes out at the next flush, as far as the reader needs it.
class StreamCompressor {
 public:
  explicit StreamCompressor(int level);
  // Begins another stream.
  void restart();
  // Appends what `bytes` become, to the last of them, to `into`.
  void flush(Bytes bytes, std::vector<std::byte>& into);
  // A frame of its own, with a checksum; ends the stream.
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
  // Appends what the next bytes of the stream stand for to `into`. Whether they are sound and
  // `into` grows by `most` bytes at most.
  [[nodiscard]] bool add(Bytes bytes, std::size_t most, std::vector<std::byte>& into);
  // A frame of its own: puts what it stands for into `into`. Whether it is sound, and that is
  // `most` bytes at most.
  [[nodiscard]] bool frame(Bytes bytes, std::size_t most, std::vector<std::byte>& into);

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
};

}  // namespace openperflib::recording
