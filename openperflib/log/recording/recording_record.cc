#include <algorithm>
#include <array>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording/recording_record_internal.h"

namespace openperflib::recording {
namespace {

// Eight bytes per step: table n has the remainders of a byte followed by n zero bytes.
constexpr std::size_t kStep = 8;
using CrcTables = std::array<std::array<std::uint32_t, 256>, kStep>;

constexpr CrcTables crc_tables() {
  constexpr std::uint32_t kReversed = 0x82F6'3B78;
  CrcTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kReversed : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t n = 1; n < kStep; ++n) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t crc = tables[n - 1][byte];
      tables[n][byte] = (crc >> 8) ^ tables[0][crc & 0xFF];
    }
  }
  return tables;
}

constexpr CrcTables kTables = crc_tables();

std::unexpected<Error> wrong(const Member& member, std::uint64_t stored) noexcept {
  return std::unexpected(
      Error{Errc::wrong_value, static_cast<std::uint32_t>(stored), &member.field, member.offset});
}

std::unexpected<Error> truncated(const Member& member, std::size_t missing) noexcept {
  return std::unexpected(
      Error{Errc::truncated, static_cast<std::uint32_t>(missing), &member.field, member.offset});
}

template <typename T>
T member(Bytes bytes, const Member& which) noexcept {
  return load<T>(bytes, which.offset);
}

template <typename T>
void set(MutableBytes bytes, const Member& which, T value) noexcept {
  store<T>(bytes, which.offset, value);
}

}  // namespace

std::uint32_t crc32c(Bytes bytes) noexcept {
  std::uint32_t crc = 0xFFFF'FFFF;
  for (; bytes.size() >= kStep; bytes = bytes.subspan(kStep)) {
    const std::uint64_t next = load<std::uint64_t>(bytes, 0) ^ crc;
    crc = 0;
    for (std::size_t n = 0; n < kStep; ++n) {
      crc ^= kTables[kStep - 1 - n][(next >> (8 * n)) & 0xFF];
    }
  }
  for (const std::byte byte : bytes) {
    crc = (crc >> 8) ^ kTables[0][(crc ^ static_cast<std::uint32_t>(byte)) & 0xFF];
  }
  return ~crc;
}

void build(const RecordHead& head, MutableBytes into) noexcept {
  std::ranges::fill(into.first(record::kHeadSize), std::byte{});
  set(into, record::kMagic, record::kMagicValue);
  set(into, record::kKind, static_cast<std::uint32_t>(head.kind));
  set(into, record::kSamples, head.samples);
  set(into, record::kBlock, head.block);
  set(into, record::kPart, head.part);
  set(into, record::kFirstTime, head.first_time);
  set(into, record::kLastTime, head.last_time);
  set(into, record::kLength, head.length);
  set(into, record::kDirectoryLength, head.directory_length);
  set(into, record::kPayloadChecksum, head.payload_checksum);
  set(into, record::kIndexOffset, head.index_offset);
  set(into, record::kHeadChecksum, crc32c(into.first(record::kHeadChecksum.offset)));
}

std::expected<RecordHead, Error> parse_record_head(Bytes bytes) noexcept {
  using namespace record;
  if (bytes.size() < kHeadSize) return truncated(kMagic, kHeadSize - bytes.size());
  const auto magic = member<std::uint64_t>(bytes, kMagic);
  if (magic != kMagicValue) return wrong(kMagic, magic);
  const auto checksum = member<std::uint32_t>(bytes, kHeadChecksum);
  if (checksum != crc32c(bytes.first(kHeadChecksum.offset))) return wrong(kHeadChecksum, checksum);
  const auto kind = member<std::uint32_t>(bytes, kKind);
  const bool is_known = kind == static_cast<std::uint32_t>(RecordKind::journal) ||
                        kind == static_cast<std::uint32_t>(RecordKind::block) ||
                        kind == static_cast<std::uint32_t>(RecordKind::index);
  if (!is_known) return wrong(kKind, kind);
  RecordHead head;
  head.kind = static_cast<RecordKind>(kind);
  head.samples = member<std::uint32_t>(bytes, kSamples);
  head.block = member<std::uint32_t>(bytes, kBlock);
  head.part = member<std::uint32_t>(bytes, kPart);
  head.first_time = member<std::int64_t>(bytes, kFirstTime);
  head.last_time = member<std::int64_t>(bytes, kLastTime);
  head.length = member<std::uint64_t>(bytes, kLength);
  head.directory_length = member<std::uint32_t>(bytes, kDirectoryLength);
  head.payload_checksum = member<std::uint32_t>(bytes, kPayloadChecksum);
  head.index_offset = member<std::uint64_t>(bytes, kIndexOffset);
  return head;
}

std::vector<std::byte> build(const FileHead& head) {
  using namespace file_header;
  std::vector<std::byte> bytes(kSize);
  const std::string zone = head.zone.substr(0, kMostZone);
  set(bytes, kMagic, kMagicValue);
  set(bytes, kVersionMember, kVersion);
  set(bytes, kLength, static_cast<std::uint32_t>(kSize));
  set(bytes, kStarted, head.started_utc);
  set(bytes, kBias, head.bias_minutes);
  set(bytes, kZoneLength, static_cast<std::uint32_t>(zone.size()));
  std::ranges::copy(as_bytes(zone), bytes.begin() + kZone.offset);
  set(bytes, kChecksum, crc32c(Bytes(bytes).first(kChecksum.offset)));
  return bytes;
}

std::expected<FileHead, Error> parse_file_head(Bytes bytes) {
  using namespace file_header;
  if (bytes.size() < kSize) return truncated(kMagic, kSize - bytes.size());
  const auto magic = member<std::uint64_t>(bytes, kMagic);
  if (magic != kMagicValue) return wrong(kMagic, magic);
  const auto version = member<std::uint32_t>(bytes, kVersionMember);
  if (version != kVersion) return wrong(kVersionMember, version);
  const auto checksum = member<std::uint32_t>(bytes, kChecksum);
  if (checksum != crc32c(bytes.first(kChecksum.offset))) return wrong(kChecksum, checksum);
  const auto zone_length = member<std::uint32_t>(bytes, kZoneLength);
  if (zone_length > kMostZone) return wrong(kZoneLength, zone_length);
  FileHead head;
  head.started_utc = member<std::int64_t>(bytes, kStarted);
  head.bias_minutes = member<std::int32_t>(bytes, kBias);
  head.zone = as_text(bytes.subspan(kZone.offset, zone_length));
  return head;
}

}  // namespace openperflib::recording
