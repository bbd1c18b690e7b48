// Any bytes as a recording, also with correct checksums: as the entries of a journal, as the
// directory and the chunks of a block, and as heads of records and indices.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "openperflib/log/recording/recording_blocks_internal.h"
#include "openperflib/log/recording/recording_columns_internal.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_record_internal.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib::recording {
namespace {

// One counter of Processor, and the identities in Process.
ObjectRequest some() {
  ObjectRequest request = ObjectRequest::nothing();
  request.add_counter(238, 6);
  request.add_counter(230, 784);
  return request;
}

void read_file(Bytes bytes, const ObjectRequest& request, const RecordingWindow& window,
               LogReadings readings) {
  const auto reader =
      RecordingReader::open(file_of(bytes), "fuzz", fixed_titles(), window, request, readings);
  if (!reader.has_value()) return;
  Query query(fixed_titles());
  (void)query.add("\\*(*)\\*");
  LogRecord record;
  while ((*reader)->read(record).value() == ReadResult::reading) {
    query.take(record_of(**reader, record));
  }
}

void read_file(Bytes bytes, const ObjectRequest& request, const RecordingWindow& window = {}) {
  read_file(bytes, request, window, LogReadings::by_series);
  read_file(bytes, request, window, LogReadings::by_block);
}

void read_file(Bytes bytes) {
  read_file(bytes, {});
  read_file(bytes, some());
}

// The first byte says how many samples there are.
void read_journal(Bytes bytes) {
  if (bytes.empty()) return;
  std::vector<std::byte> file = build(FileHead{});
  std::vector<std::byte> payload;
  StreamCompressor(1).flush(bytes.subspan(1), payload);
  RecordHead head;
  head.samples = static_cast<std::uint32_t>(bytes[0]);
  head.length = payload.size();
  head.payload_checksum = crc32c(payload);
  file.resize(file.size() + record::kHeadSize);
  build(head, MutableBytes(file).last(record::kHeadSize));
  put_bytes(file, payload);
  read_file(file);
}

void read_samples(BlockDecoder& decoder) {
  BlockAssembler assembler;
  std::vector<std::byte> block;
  while (const RecordedSample* sample = decoder.next()) {
    if (!assembler.take(*sample, decoder.pieces(), 0).has_value()) continue;
    for (std::size_t i = 0; i < assembler.objects().size(); ++i) {
      assembler.make_block(i, 0, block);
      Snapshot snapshot;
      (void)snapshot.assign(block);
    }
  }
}

// How many samples there are, how long the directory is (two bytes), the directory, every chunk.
void read_block(Bytes bytes) {
  if (bytes.size() < 3) return;
  const auto length = std::min<std::size_t>(load<std::uint16_t>(bytes, 1), bytes.size() - 3);
  StreamCompressor compressor(1);
  std::vector<std::byte> directory;
  std::vector<std::byte> chunk;
  compressor.frame(bytes.subspan(3, length), directory);
  compressor.frame(bytes.subspan(3 + length), chunk);
  BlockDecoder decoder;
  for (RecordingChoice choice : {RecordingChoice(), RecordingChoice(some(), fixed_titles())}) {
    if (!decoder.open(directory, static_cast<std::uint32_t>(bytes[0]))) return;
    choice.take(decoder.pieces());
    if (!decoder.choose(choice)) continue;
    for (std::size_t i = 0; i < decoder.chunks().size(); ++i) (void)decoder.add(i, chunk);
    read_samples(decoder);
  }
}

// Heads without payloads, ten bytes each.
void read_heads(Bytes bytes) {
  constexpr std::size_t kEach = 10;
  std::vector<std::byte> file = build(FileHead{});
  for (; bytes.size() >= kEach; bytes = bytes.subspan(kEach)) {
    const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(bytes[i]); };
    RecordHead head;
    head.kind = static_cast<RecordKind>(1 + at(0) % 3);
    head.samples = at(1);
    head.block = at(2);
    head.first_time = at(3);
    head.last_time = at(4);
    head.length = at(5) / 128;
    head.directory_length = load<std::uint16_t>(bytes, 6);
    head.index_offset = load<std::uint16_t>(bytes, 8);
    file.resize(file.size() + record::kHeadSize);
    build(head, MutableBytes(file).last(record::kHeadSize));
  }
  read_file(file, {}, {.begin_local = 100, .end_local = 110});
}

}  // namespace
}  // namespace openperflib::recording

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib;
  const Bytes bytes = std::as_bytes(std::span(data, size));
  if (bytes.empty()) return 0;
  switch (static_cast<char>(bytes[0])) {
    case 'j':
      recording::read_journal(bytes.subspan(1));
      break;
    case 'b':
      recording::read_block(bytes.subspan(1));
      break;
    case 'r':
      recording::read_heads(bytes.subspan(1));
      break;
    default:
      recording::read_file(bytes);
  }
  return 0;
}
