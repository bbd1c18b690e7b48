#include "tests/interop/blg_blocks.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "openperflib/base/bytes.h"

namespace openperflib::interop {
namespace {

using Block = std::vector<std::byte>;

constexpr std::size_t kBufferHeader = 0x48;  // bytes before the first event of a buffer
constexpr std::size_t kBytesUsed = 0x30;     // where a buffer says how far its events go
constexpr std::size_t kEventHead = 72;
constexpr std::size_t kPart = 64;
constexpr std::size_t kParts = 68;
constexpr std::size_t kRecordHead = 8;
constexpr auto kData = std::byte{0x22};      // kind of an event: one sample
constexpr auto kWholeObject = std::byte{5};  // form of a record: a PERF_DATA_BLOCK

std::size_t round_up_8(std::size_t length) { return (length + 7) / 8 * 8; }

// A message is a record of records, one a catalog entry.
void append_blocks(Bytes message, std::vector<Block>& blocks) {
  for (std::size_t at = kRecordHead; at < message.size();) {
    const auto length = load<std::uint32_t>(message, at + 4);
    const Bytes payload = message.subspan(at, length).subspan(kRecordHead);
    if (message[at + 3] == kWholeObject) blocks.emplace_back(payload.begin(), payload.end());
    at += length;
  }
}

// `message` collects the parts of the data message that is being read.
void read_buffer(Bytes buffer, Block& message, std::vector<Block>& blocks) {
  const auto end = load<std::uint32_t>(buffer, kBytesUsed);
  for (std::size_t at = kBufferHeader; at < end;) {
    const Bytes event = buffer.subspan(at, load<std::uint16_t>(buffer, at));
    at += round_up_8(event.size());
    if (event[4] != kData) continue;
    const Bytes body = event.subspan(kEventHead);
    message.insert(message.end(), body.begin(), body.end());
    if (load<std::uint32_t>(event, kPart) != load<std::uint32_t>(event, kParts)) continue;
    append_blocks(message, blocks);
    message.clear();
  }
}

}  // namespace

std::vector<std::byte> read_test_data(const std::string& path) {
  std::ifstream file(std::filesystem::path(OPENPERFLIB_SOURCE_DIR) / "tests/data" / path,
                     std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>()};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::vector<Block> cut_blocks(const std::vector<std::byte>& log) {
  std::vector<Block> blocks;
  Block message;
  const Bytes bytes(log);
  const auto buffer_size = load<std::uint32_t>(bytes, 0);
  for (std::size_t at = buffer_size; at < bytes.size(); at += buffer_size) {
    read_buffer(bytes.subspan(at, buffer_size), message, blocks);
  }
  return blocks;
}

}  // namespace openperflib::interop
