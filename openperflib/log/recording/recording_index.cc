#include <algorithm>
#include <cstring>
#include <optional>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording/recording_file_internal.h"

namespace openperflib::recording {
namespace {

// The part at the end of a file that is searched for its last record, piece by piece.
constexpr std::uint64_t kLooked = std::uint64_t{16} << 20;
constexpr std::uint64_t kPiece = 1U << 16;
// Thirty years of minutes; earlier records are read one by one.
constexpr std::size_t kMostSpans = 1U << 16;

// The last place before `end` where a record may begin.
std::optional<std::size_t> last_magic(Bytes bytes, std::size_t end) {
  constexpr int kFirstByte = static_cast<int>(record::kMagicValue & 0xFF);
  while (end != 0) {
    const void* const found = ::memrchr(bytes.data(), kFirstByte, end);
    if (found == nullptr) return std::nullopt;
    end = static_cast<std::size_t>(static_cast<const std::byte*>(found) - bytes.data());
    const bool is_magic = contains(bytes.size(), end, sizeof(record::kMagicValue)) &&
                          load<std::uint64_t>(bytes, end) == record::kMagicValue;
    if (is_magic) return end;
  }
  return std::nullopt;
}

// The span of an index; nullopt if it is impossible.
std::optional<IndexedSpan> span_of(const FoundRecord& found) {
  const RecordHead& index = found.head;
  const std::uint64_t before = index.index_offset;
  if (index.kind != RecordKind::index || index.length != 0 || index.samples == 0 ||
      before >= found.offset || index.directory_length > found.offset) {
    return std::nullopt;
  }
  const IndexedSpan span{.begin = before == 0 ? file_header::kSize : before + record::kHeadSize,
                         .last_block = found.offset - index.directory_length,
                         .end = found.offset + record::kHeadSize,
                         .index = index};
  const bool is_inside = span.begin <= span.last_block && span.last_block < found.offset;
  return is_inside ? std::optional(span) : std::nullopt;
}

}  // namespace

std::expected<std::optional<FoundRecord>, SourceFault> RecordingFile::last_record() {
  const std::uint64_t least =
      std::max<std::uint64_t>(file_header::kSize, size_ - std::min(size_, kLooked));
  for (std::uint64_t end = size_; end > least;) {
    const std::uint64_t begin = end - std::min(end - least, kPiece);
    const auto length = static_cast<std::size_t>(end - begin);
    const Bytes bytes = OPENPERFLIB_TRY(read(begin, length + record::kHeadSize));
    for (auto at = last_magic(bytes, std::min(length, bytes.size())); at.has_value();
         at = last_magic(bytes, *at)) {
      const auto head = parse_record_head(bytes.subspan(*at));
      const std::uint64_t offset = begin + *at;
      if (head.has_value() && contains(size_ - offset, record::kHeadSize, head->length)) {
        return FoundRecord{*head, offset};
      }
    }
    end = begin;
  }
  return std::nullopt;
}

std::expected<std::vector<IndexedSpan>, SourceFault> RecordingFile::spans(LogAnomalies& anomalies) {
  std::vector<IndexedSpan> spans;
  const auto last = OPENPERFLIB_TRY(last_record());
  std::uint64_t at = last.has_value() ? last->head.index_offset : 0;
  std::uint64_t behind = last.has_value() ? last->offset : 0;  // what it stands before
  while (at != 0 && spans.size() < kMostSpans) {
    std::optional<IndexedSpan> span;
    if (at < behind) {
      const auto found = OPENPERFLIB_TRY(record_at(at));
      if (found.has_value()) span = span_of(*found);
    }
    if (!span.has_value()) {
      anomalies.note({Errc::disagrees, static_cast<std::uint32_t>(at), &record::kIndexOffset.field,
                      behind + record::kIndexOffset.offset});
      break;
    }
    behind = at;
    at = span->index.index_offset;
    spans.push_back(*span);
  }
  std::ranges::reverse(spans);
  return spans;
}

}  // namespace openperflib::recording
