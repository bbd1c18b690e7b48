#include <algorithm>
#include <cstdint>

#include "openperflib/log/recording/recording_zstd_internal.h"

namespace openperflib::recording {
namespace {

constexpr int kMostWindowLog = 23;  // 8 MiB: what a reader keeps of a stream

}  // namespace

StreamCompressor::StreamCompressor(int level, int window_log) : context_(ZSTD_createCCtx()) {
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  for (const auto size : {ZSTD_c_windowLog, ZSTD_c_hashLog, ZSTD_c_chainLog}) {
    if (window_log != 0) ZSTD_CCtx_setParameter(context_.get(), size, window_log);
  }
}

void StreamCompressor::restart() { ZSTD_CCtx_reset(context_.get(), ZSTD_reset_session_only); }

void StreamCompressor::run(Bytes bytes, ZSTD_EndDirective directive, std::vector<std::byte>& into) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t left = 0;
  do {
    const std::size_t at = into.size();
    into.resize(at + ZSTD_compressBound(in.size - in.pos) + 64);
    ZSTD_outBuffer out{into.data() + at, into.size() - at, 0};
    left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
    into.resize(at + out.pos);
  } while (left != 0 && ZSTD_isError(left) == 0);
}

void StreamCompressor::flush(Bytes bytes, std::vector<std::byte>& into) {
  run(bytes, ZSTD_e_flush, into);
}

void StreamCompressor::frame(Bytes bytes, std::vector<std::byte>& into) {
  restart();
  run(bytes, ZSTD_e_end, into);
}

StreamDecompressor::StreamDecompressor() : context_(ZSTD_createDCtx()) {
  ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMostWindowLog);
}

void StreamDecompressor::restart() { ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only); }

bool StreamDecompressor::add(Bytes bytes, std::size_t most, std::vector<std::byte>& into) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  const std::size_t begin = into.size();
  std::size_t piece = 1;
  for (;;) {
    const std::size_t at = into.size();
    if (at - begin > most) return false;
    into.resize(at + std::max<std::size_t>(ZSTD_DStreamOutSize(), 2 * bytes.size()));
    ZSTD_outBuffer out{into.data() + at, into.size() - at, 0};
    piece = ZSTD_decompressStream(context_.get(), &out, &in);
    const bool is_full = out.pos == out.size;
    into.resize(at + out.pos);
    if (ZSTD_isError(piece) != 0) return false;
    if (in.pos == in.size && !is_full) return into.size() - begin <= most;
    if (piece == 0 && in.pos < in.size) return false;  // a stream has no second frame
  }
}

bool StreamDecompressor::frame(Bytes bytes, std::size_t most, std::vector<std::byte>& into) {
  constexpr std::uint64_t kMostRatio = 1U << 16;  // a frame cannot expand further
  into.clear();
  const std::uint64_t length = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (length > most || length > bytes.size() * kMostRatio) return false;  // unknown ones too
  into.resize(static_cast<std::size_t>(length));
  const std::size_t got =
      ZSTD_decompressDCtx(context_.get(), into.data(), into.size(), bytes.data(), bytes.size());
  return ZSTD_isError(got) == 0 && got == length;
}

}  // namespace openperflib::recording
