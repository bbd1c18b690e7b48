#include "tests/interop/blg_blocks.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib::interop {

std::vector<std::byte> read_test_data(const std::string& path) {
  std::ifstream file(std::filesystem::path(OPENPERFLIB_SOURCE_DIR) / "tests/data" / path,
                     std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>()};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::vector<std::vector<std::byte>> cut_blocks(const std::vector<std::byte>& log) {
  std::vector<std::vector<std::byte>> blocks;
  const auto reader = BlgReader::open(file_of(log), "log", fixed_titles()).value();
  LogRecord record;
  while (reader->read(record).value() == ReadResult::reading) {
    for (const Bytes block : record.blocks) blocks.emplace_back(block.begin(), block.end());
  }
  return blocks;
}

const std::vector<std::vector<std::byte>>& sample_log() {
  static const std::vector<std::vector<std::byte>> blocks =
      cut_blocks(read_test_data("blg/SampleLog.blg"));
  return blocks;
}

}  // namespace openperflib::interop
