// For tests: a folder of made files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace openperflib {

// Resource: a folder with proc/ and sys/ below the system's temporary folder; gone with it.
class MadeFolder {
 public:
  MadeFolder() {
    std::string name = testing::TempDir() + "openperflib_folder_XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  MadeFolder(const MadeFolder&) = delete;
  MadeFolder& operator=(const MadeFolder&) = delete;
  ~MadeFolder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }
  // Writes a file, in place where it is there already; folders are made.
  const MadeFolder& write(const std::string& file, std::string_view text) const {
    std::ofstream(made(file), std::ios::binary) << text;
    return *this;
  }
  const MadeFolder& make_folder(const std::string& folder) const {
    std::filesystem::create_directories(path_ + "/" + folder);
    return *this;
  }
  const MadeFolder& link(const std::string& file, const std::string& target) const {
    std::filesystem::create_symlink(target, made(file));
    return *this;
  }
  void remove(const std::string& file) const { std::filesystem::remove_all(path_ + "/" + file); }

 private:
  [[nodiscard]] std::filesystem::path made(const std::string& file) const {
    const std::filesystem::path whole = path_ + "/" + file;
    std::filesystem::create_directories(whole.parent_path());
    return whole;
  }
  std::string path_;
};

}  // namespace openperflib
