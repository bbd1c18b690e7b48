#include "openperflib/text/string_pool.h"

#include <algorithm>
#include <cstring>

namespace openperflib {
namespace {

constexpr std::size_t kChunkBytes = 16'384;

}  // namespace

std::string_view StringPool::add(std::string_view text) {
  if (text.empty()) return {};
  while (chunk_ < chunks_.size() && chunks_[chunk_].size - used_ < text.size()) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    const std::size_t size = std::max(kChunkBytes, text.size());
    chunks_.push_back({std::make_unique_for_overwrite<char[]>(size), size});
  }
  char* const copy = chunks_[chunk_].bytes.get() + used_;
  std::memcpy(copy, text.data(), text.size());
  used_ += text.size();
  return {copy, text.size()};
}

void StringPool::clear() noexcept {
  chunk_ = 0;
  used_ = 0;
}

}  // namespace openperflib
