// FilesystemSpace asks mounted file systems how full they are, and is never held up by one that
// does not answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace openperflib {

// What statvfs says of a file system: of its blocks, and of its inodes.
struct SpaceBlocks {
  std::uint64_t block_size = 0;        // f_frsize, bytes
  std::uint64_t blocks = 0;            // f_blocks
  std::uint64_t free = 0;              // f_bfree, those kept for root included
  std::uint64_t available = 0;         // f_bavail, to everyone
  std::uint64_t inodes = 0;            // f_files; 0 where they are made as they are needed
  std::uint64_t available_inodes = 0;  // f_favail
  bool operator==(const SpaceBlocks&) const = default;
};

// What became of a question. Value.
struct SpaceAnswer {
  // `space` has numbers where it is `answered` alone.
  enum class Kind : std::uint8_t {
    answered,
    refused,          // errno_value says why
    no_answer,        // none in time; or it owes the answer to an earlier question still
    too_many_silent,  // not asked: as many as may be are waited for already
  };
  Kind kind = Kind::too_many_silent;
  int errno_value = 0;
  SpaceBlocks space;
  bool operator==(const SpaceAnswer&) const = default;
};

// Resource. A thread of its own asks, started with the first question; where a file system leaves
// it waiting, that thread is left to it and the next one goes on with the others. The file system
// is not asked again before it has answered. One caller at a time. A child after fork()
// may destroy it, and nothing else.
class FilesystemSpace {
 public:
  // Asks one path; returns 0 or an errno value. Called in another thread; the path lives as long as
  // the call.
  using Ask = std::function<int(const char* path, SpaceBlocks& space)>;
  static constexpr std::size_t kMostSilent = 4;  // file systems waited for at once

  // `ask`: statvfs, or what a test puts in its place.
  explicit FilesystemSpace(Ask ask = ask_statvfs);
  FilesystemSpace(const FilesystemSpace&) = delete;
  FilesystemSpace& operator=(const FilesystemSpace&) = delete;
  // Waits for no silent file system: its thread ends by itself when it answers.
  ~FilesystemSpace();

  // Asks every path, in order, and waits `patience` for each at most. answers[i] is of paths[i];
  // reused. No allocation while the paths are as many and as long as before and all answer.
  void ask(std::span<const std::string_view> paths, std::chrono::milliseconds patience,
           std::vector<SpaceAnswer>& answers);

  // An Ask by statvfs(3), which may hang as long as a dead server does.
  [[nodiscard]] static int ask_statvfs(const char* path, SpaceBlocks& space);

 private:
  struct Round;
  class Worker;
  struct Silent;
  // Whether the path owes the answer to an earlier question.
  [[nodiscard]] bool is_silent(std::string_view path) const noexcept;
  // Those that have answered since are asked again from now on.
  void welcome_back();

  Ask ask_;
  std::unique_ptr<Worker> worker_;
  std::vector<Silent> silent_;
  std::vector<std::size_t> due_;  // positions of the paths that are asked in this round
};

}  // namespace openperflib
