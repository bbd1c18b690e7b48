// Runs a fuzz target over files: the arguments are files or folders of them. This is how the seed
// corpora are tests in every build, with and without libFuzzer.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>()};
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

std::size_t run(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) {
    run_file(path);
    return 1;
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    run_file(entry.path());
    ++files;
  }
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t files = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::filesystem::exists(argv[i])) files += run(argv[i]);
  }
  std::printf("%zu inputs\n", files);
  return files == 0 ? 1 : 0;  // a corpus that is missing proves nothing
}
