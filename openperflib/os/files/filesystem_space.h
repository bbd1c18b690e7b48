// FilesystemSpace queries the usage of mounted file systems, and is never blocked by one that does
// not answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace openperflib {

// The blocks and inodes of a file system, from statvfs.
struct SpaceBlocks {
  std::uint64_t block_size = 0;        // f_frsize, bytes
  std::uint64_t blocks = 0;            // f_blocks
  std::uint64_t free = 0;              // f_bfree, including those reserved for root
  std::uint64_t available = 0;         // f_bavail, available to every user
  std::uint64_t inodes = 0;            // f_files; 0 if inodes are created on demand
  std::uint64_t available_inodes = 0;  // f_favail
  bool operator==(const SpaceBlocks&) const = default;
};

// Value. The answer for one file system.
struct SpaceAnswer {
  // `space` is set only if the kind is `answered`.
  enum class Kind : std::uint8_t {
    answered,
    refused,          // errno_value has the reason
    no_answer,        // not in time, or an earlier question is still unanswered
    too_many_silent,  // not asked: the maximum number of silent file systems is reached
  };
  Kind kind = Kind::too_many_silent;
  int errno_value = 0;
  SpaceBlocks space;
  bool operator==(const SpaceAnswer&) const = default;
};

// Resource. A separate thread, started with the first question, asks. If a file system blocks it,
// that thread stays with the file system and a new one continues with the others; the file system
// is not asked again until it has answered. One caller at a time. A child after fork() may only
// destroy it.
class FilesystemSpace {
 public:
  // Asks one path; returns 0 or an errno value. Called in another thread; the path is valid during
  // the call.
  using Ask = std::function<int(const char* path, SpaceBlocks& space)>;
  static constexpr std::size_t kMostSilent = 4;  // file systems waited for at the same time

  // `ask`: statvfs, or a substitute in tests.
  explicit FilesystemSpace(Ask ask = ask_statvfs);
  FilesystemSpace(const FilesystemSpace&) = delete;
  FilesystemSpace& operator=(const FilesystemSpace&) = delete;
  // Does not wait for silent file systems: their threads end when they answer.
  ~FilesystemSpace();

  // Asks every path, in order, waiting at most `patience` for each. answers[i] belongs to paths[i];
  // reused. No allocation if the paths are no more and no longer than before and all answer.
  void ask(std::span<const std::string_view> paths, std::chrono::milliseconds patience,
           std::vector<SpaceAnswer>& answers);

  // An Ask that calls statvfs(3), which hangs while a server is dead.
  [[nodiscard]] static int ask_statvfs(const char* path, SpaceBlocks& space);

 private:
  struct Round;
  class Worker;
  struct Silent;
  // Whether the path has not yet answered an earlier question.
  [[nodiscard]] bool is_silent(std::string_view path) const noexcept;
  // Readmits the file systems that have answered since.
  void welcome_back();

  Ask ask_;
  std::unique_ptr<Worker> worker_;
  std::vector<Silent> silent_;
  std::vector<std::size_t> due_;  // positions of the paths asked in this round
};

}  // namespace openperflib
