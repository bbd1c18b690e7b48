#include "openperflib/provider/v2/request_message.h"

#include <array>
#include <cstring>

#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/message_start_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kRequestMagic = 0x524C'504F;  // "OPLR"
constexpr std::uint32_t kAnswerMagic = 0x414C'504F;   // "OPLA"

enum RequestField : std::uint8_t {
  kRequestVersion,
  kRequestMagicField,
  kRequestThread,
  kRequestEntries,
  kRequestChanges,
};
constexpr auto kRequestFields = std::to_array<Field>({{"request", "Version"},
                                                      {"request", "Magic"},
                                                      {"request", "Thread"},
                                                      {"request", "Entries"},
                                                      {"request", "Changes"}});
enum AnswerField : std::uint8_t { kAnswerVersion, kAnswerMagicField, kCodes, kFirstCode };
constexpr auto kAnswerFields =
    std::to_array<Field>({{"answer", "Version"}, {"answer", "Magic"}, {"answer", "Codes"}});

// An entry. The name follows it, and as many zeros as make a multiple of 8.
namespace entry_place {
constexpr std::size_t kCode = 0;
constexpr std::size_t kCounter = 4;
constexpr std::size_t kSet = 8;
constexpr std::size_t kInstanceId = 24;
constexpr std::size_t kNameSize = 28;  // bytes
constexpr std::size_t kLength = 32;
}  // namespace entry_place
constexpr Field kEntryField{"request entry", "Code"};
constexpr Field kEntryNameSizeField{"request entry", "NameSize"};

constexpr std::size_t kNameUnitBytes = sizeof(char16_t);
constexpr std::size_t kAlignment = 8;
constexpr std::size_t kCodeSize = sizeof(std::uint32_t);

constexpr std::size_t padded(std::size_t size) noexcept {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

void write_entry(MutableBytes at, const RequestEntry& entry) noexcept {
  const std::size_t name_size = entry.instance_name.size() * kNameUnitBytes;
  store(at, entry_place::kCode, entry.code);
  store(at, entry_place::kCounter, entry.counter);
  store_guid(at, entry_place::kSet, entry.set);
  store(at, entry_place::kInstanceId, entry.instance_id);
  store(at, entry_place::kNameSize, static_cast<std::uint32_t>(name_size));
  if (name_size == 0) return;
  std::memcpy(at.data() + entry_place::kLength, entry.instance_name.data(), name_size);
}

std::unexpected<Error> entry_fault(Errc code, std::uint32_t stored, const Field& field,
                                   std::size_t offset) noexcept {
  return std::unexpected(Error{code, stored, &field, offset});
}

// The entry at `offset`, which becomes that of the next one.
std::expected<RequestEntry, Error> read_entry(Bytes bytes, std::size_t& offset) {
  if (!contains(bytes.size(), offset, entry_place::kLength)) {
    return entry_fault(Errc::truncated, static_cast<std::uint32_t>(bytes.size() - offset),
                       kEntryField, offset);
  }
  const Bytes at = bytes.subspan(offset);
  const auto size = load<std::uint32_t>(at, entry_place::kNameSize);
  const std::size_t size_offset = offset + entry_place::kNameSize;
  if (size > kMaxNameUnits * kNameUnitBytes) {
    return entry_fault(Errc::over_limit, size, kEntryNameSizeField, size_offset);
  }
  if (size % kNameUnitBytes != 0)
    return entry_fault(Errc::wrong_value, size, kEntryNameSizeField, size_offset);
  if (!contains(at.size(), entry_place::kLength, padded(size))) {
    return entry_fault(Errc::outside, size, kEntryNameSizeField, size_offset);
  }
  RequestEntry entry{.code = load<std::uint32_t>(at, entry_place::kCode),
                     .set = load_guid(at, entry_place::kSet),
                     .counter = load<std::uint32_t>(at, entry_place::kCounter),
                     .instance_id = load<std::uint32_t>(at, entry_place::kInstanceId)};
  entry.instance_name.resize(size / kNameUnitBytes);
  if (size != 0) {
    std::memcpy(entry.instance_name.data(), at.data() + entry_place::kLength, size);
  }
  offset += entry_place::kLength + padded(size);
  return entry;
}

}  // namespace

std::size_t size_of(const RequestEntry& entry) noexcept {
  return entry_place::kLength + padded(entry.instance_name.size() * kNameUnitBytes);
}

std::vector<std::byte> bytes_of(const RequestMessage& message) {
  std::size_t size = kRequestStart;
  for (const RequestEntry& entry : message.entries) size += size_of(entry);
  std::vector<std::byte> bytes(size);
  write_message_start(bytes, kRequestMagic);
  store(MutableBytes(bytes), message_place(kRequestThread), message.thread);
  store(MutableBytes(bytes), message_place(kRequestChanges), message.changes);
  store(MutableBytes(bytes), message_place(kRequestEntries),
        static_cast<std::uint32_t>(message.entries.size()));
  std::size_t offset = kRequestStart;
  for (const RequestEntry& entry : message.entries) {
    write_entry(MutableBytes(bytes).subspan(offset), entry);
    offset += size_of(entry);
  }
  return bytes;
}

std::expected<RequestMessage, Error> read_request_message(Bytes bytes) {
  OPENPERFLIB_TRY(check_message_start(bytes, kRequestFields, kRequestMagic, kRequestStart));
  const auto count = load<std::uint32_t>(bytes, message_place(kRequestEntries));
  if (count > kMostRequestEntries) {
    return message_fault(Errc::over_limit, kRequestFields[kRequestEntries], kRequestEntries, count);
  }
  RequestMessage message{.thread = load<std::uint32_t>(bytes, message_place(kRequestThread)),
                         .changes = load<std::uint32_t>(bytes, message_place(kRequestChanges))};
  std::size_t offset = kRequestStart;
  for (std::uint32_t i = 0; i < count; ++i) {
    message.entries.push_back(OPENPERFLIB_TRY(read_entry(bytes, offset)));
  }
  return message;
}

std::vector<std::byte> bytes_of(const RequestAnswer& answer) {
  std::vector<std::byte> bytes(message_place(kFirstCode) + answer.codes.size() * kCodeSize);
  write_message_start(bytes, kAnswerMagic);
  store(MutableBytes(bytes), message_place(kCodes),
        static_cast<std::uint32_t>(answer.codes.size()));
  for (std::size_t i = 0; i < answer.codes.size(); ++i) {
    store(MutableBytes(bytes), message_place(kFirstCode + i), answer.codes[i]);
  }
  return bytes;
}

std::expected<RequestAnswer, Error> read_request_answer(Bytes bytes) {
  constexpr std::size_t kStart = message_place(kFirstCode);
  OPENPERFLIB_TRY(check_message_start(bytes, kAnswerFields, kAnswerMagic, kStart));
  const auto count = load<std::uint32_t>(bytes, message_place(kCodes));
  if (count > kMostRequestEntries) {
    return message_fault(Errc::over_limit, kAnswerFields[kCodes], kCodes, count);
  }
  if (!contains(bytes.size(), kStart, count * kCodeSize)) {
    return message_fault(Errc::outside, kAnswerFields[kCodes], kCodes, count);
  }
  RequestAnswer answer;
  for (std::size_t i = 0; i < count; ++i) {
    answer.codes.push_back(load<std::uint32_t>(bytes, message_place(kFirstCode + i)));
  }
  return answer;
}

}  // namespace openperflib
