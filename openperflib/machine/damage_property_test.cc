// Recorded machines with one damaged file: whatever is in it, the collection gives a valid block,
// and repeating it gives the same block.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "openperflib/machine/local_source.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/object_catalogue.h"

namespace openperflib {
namespace {

using Block = std::vector<std::byte>;
namespace fs = std::filesystem;

std::string file_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ObjectRequest everything() {
  ObjectRequest request = ObjectRequest::nothing();
  for (const CatalogueObject& object : object_catalogue()) request.add_object(object.name_index);
  return request;
}

Block block_of_folder(const std::string& folder) {
  const auto source = LocalSource::open(fixed_titles(), {.roots = {folder}}).value();
  Snapshot snapshot;
  EXPECT_EQ(source->read(everything(), snapshot), ReadResult::reading);
  return {source->block().begin(), source->block().end()};
}

// A copy of a recorded machine, with its files grouped by kind: "proc/N/stat" for all processes.
class DamagedMachine {
 public:
  explicit DamagedMachine(const std::string& name) : root_(folder_.path() + "/tree") {
    fs::copy(OPENPERFLIB_BINARY_DIR "/machines/" + name, root_,
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      if (entry.is_symlink() || !entry.is_regular_file()) continue;
      kinds_[kind_of(fs::relative(entry.path(), root_).string())].push_back(entry.path());
    }
  }
  [[nodiscard]] const std::string& root() const { return root_; }
  // Chooses a kind with equal probability, then a file of that kind.
  [[nodiscard]] fs::path any_file(std::mt19937& random) const {
    const auto kind =
        std::next(kinds_.begin(), static_cast<std::ptrdiff_t>(random() % kinds_.size()));
    return kind->second[random() % kind->second.size()];
  }

 private:
  static std::string kind_of(std::string path) {
    std::erase_if(path, [](char c) { return c >= '0' && c <= '9'; });
    return path;
  }
  MadeFolder folder_;
  std::string root_;
  std::map<std::string, std::vector<fs::path>> kinds_;
};

constexpr auto kWords = std::to_array<const char*>(
    {"", "x", "-1", "0", "00012", "4294967296", "9223372036854775808", "18446744073709551615",
     "18446744073709551616", "\xFF\xFE", "\n", " ", ":"});

// Replaces a number or a byte, truncates the text, or duplicates a line.
std::string damaged(std::string text, std::mt19937& random) {
  if (text.empty()) return "x";
  const std::size_t at = random() % text.size();
  const std::size_t digit = text.find_first_of("0123456789", at);
  const std::size_t line = text.find('\n', at);
  switch (random() % 4) {
    case 0:
      if (digit == std::string::npos) return text.substr(0, at);
      return text.replace(digit, text.find_first_not_of("0123456789", digit) - digit,
                          kWords[random() % kWords.size()]);
    case 1:
      text[at] = static_cast<char>(random());
      return text;
    case 2:
      return text.substr(0, at);
    default:
      return text.substr(0, line) + "\n" + text;
  }
}

class DamagedFile : public testing::TestWithParam<const char*> {};

// While the file is damaged, the block is valid; after it is restored, the block is the original
// one.
TEST_P(DamagedFile, DamagedAndRestored_GivesValidBlocks) {
  constexpr int kDamages = 60;
  const DamagedMachine machine(GetParam());
  const Block whole = block_of_folder(machine.root());
  std::mt19937 random(20'261'122);
  for (int i = 0; i < kDamages; ++i) {
    const fs::path file = machine.any_file(random);
    const std::string text = file_text(file);
    const std::string other = damaged(text, random);
    SCOPED_TRACE(fs::relative(file, machine.root()).string() + ":\n" + other);
    std::ofstream(file, std::ios::binary) << other;
    const Block block = block_of_folder(machine.root());
    const auto view = DataBlockView::parse(block, {}, Conformance::strict);
    EXPECT_TRUE(view.has_value());
    EXPECT_EQ(block_of_folder(machine.root()), block);
    std::ofstream(file, std::ios::binary) << text;
  }
  EXPECT_EQ(block_of_folder(machine.root()), whole);
}

INSTANTIATE_TEST_SUITE_P(Machines, DamagedFile,
                         testing::Values("made-hidepid-2", "made-disks", "made-gpu-intel",
                                         "made-limits", "made-threads-a", "made-laptop"));

}  // namespace
}  // namespace openperflib
