#include <algorithm>
#include <array>
#include <functional>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording/recording_file_internal.h"

namespace openperflib::recording {
namespace {

// A piece of the file that is searched for the next record.
constexpr std::size_t kSearched = 1U << 16;

Error at(Error error, std::uint64_t offset) noexcept {
  error.offset += offset;
  return error;
}

}  // namespace

std::expected<Bytes, SourceFault> RecordingFile::read(std::uint64_t offset, std::size_t length) {
  length =
      static_cast<std::size_t>(std::min<std::uint64_t>(length, size_ - std::min(size_, offset)));
  if (buffer_.size() < length) buffer_.resize(length);
  const auto have = file_.read(offset, MutableBytes(buffer_).first(length));
  if (!have.has_value()) {
    return std::unexpected(
        SourceFault{.errno_value = have.error(), .file = shown_name_, .error = std::nullopt});
  }
  return Bytes(buffer_).first(*have);  // fewer if the file was truncated meanwhile
}

std::expected<void, SourceFault> RecordingFile::begin(LogAnomalies& anomalies) {
  const auto facts = file_.facts();
  if (!facts.has_value()) {
    return std::unexpected(
        SourceFault{.errno_value = facts.error(), .file = shown_name_, .error = std::nullopt});
  }
  size_ = facts->size;
  const Bytes bytes = OPENPERFLIB_TRY(read(0, file_header::kSize));
  auto head = parse_file_head(bytes);
  at_ = file_header::kSize;
  if (head.has_value()) {
    head_ = *std::move(head);
    return {};
  }
  // A damaged header only loses the time zone; the records after it are not affected.
  const bool is_refused = head.error().field == &file_header::kVersionMember.field ||
                          head.error().code == Errc::truncated;
  if (is_refused) return std::unexpected(anomalies.fault(head.error()));
  anomalies.lose(head.error(), {.bytes = file_header::kSize, .records = 0});
  return {};
}

std::expected<RecordingFile, SourceFault> RecordingFile::open(ByteSource file,
                                                              LogAnomalies& anomalies) {
  RecordingFile opened(std::move(file), anomalies.file());
  OPENPERFLIB_TRY(opened.begin(anomalies));
  return opened;
}

// The next position from `from` on where a record may begin.
std::expected<std::optional<std::uint64_t>, SourceFault> RecordingFile::find_magic(
    std::uint64_t from) {
  std::array<std::byte, sizeof(record::kMagicValue)> magic{};
  store(MutableBytes(magic), 0, record::kMagicValue);
  while (contains(size_, from, record::kHeadSize)) {
    const Bytes bytes = OPENPERFLIB_TRY(read(from, kSearched));
    if (bytes.size() < record::kHeadSize) break;
    const auto found = std::search(bytes.begin(), bytes.end(), magic.begin(), magic.end());
    if (found != bytes.end()) return from + static_cast<std::uint64_t>(found - bytes.begin());
    from += bytes.size() - (magic.size() - 1);
  }
  return std::nullopt;
}

std::expected<std::optional<FoundRecord>, SourceFault> RecordingFile::record_at(
    std::uint64_t offset) {
  const Bytes bytes = OPENPERFLIB_TRY(read(offset, record::kHeadSize));
  const auto head = parse_record_head(bytes);
  if (!head.has_value() || !contains(size_ - offset, record::kHeadSize, head->length)) {
    return std::nullopt;
  }
  return FoundRecord{*head, offset};
}

std::expected<std::optional<FoundRecord>, SourceFault> RecordingFile::next(
    LogAnomalies& anomalies) {
  std::optional<Error> wrong;
  const std::uint64_t begin = at_;
  const auto tell = [&] {
    if (wrong.has_value() && at_ != begin) anomalies.lose(*wrong, {.bytes = at_ - begin});
  };
  while (at_ < size_) {
    const Bytes bytes = OPENPERFLIB_TRY(read(at_, record::kHeadSize));
    const auto head = parse_record_head(bytes);
    if (head.has_value() && contains(size_ - at_, record::kHeadSize, head->length)) {
      tell();
      const FoundRecord found{*head, at_};
      at_ += record::kHeadSize + head->length;
      return found;
    }
    if (!wrong.has_value()) {
      const Error cut{Errc::truncated, 0, &record::kLength.field, record::kLength.offset};
      wrong = at(head.has_value() ? cut : head.error(), at_);
    }
    const auto magic = OPENPERFLIB_TRY(find_magic(at_ + 1));
    at_ = magic.value_or(size_);
  }
  tell();
  return std::nullopt;
}

}  // namespace openperflib::recording
