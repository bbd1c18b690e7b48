// The threads of one process, read below its folder task.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/process_files_internal.h"
#include "openperflib/linux/thread_text_internal.h"

namespace openperflib::linux_objects {

// A thread in one collection.
struct Thread {
  std::uint32_t id = 0;
  ThreadStat stat;
  ReasonId stat_reason = Reasons::kPresent;
  std::optional<std::uint64_t> switches;  // voluntary and not
  ReasonId switches_reason = Reasons::kNotAskedFor;
};

// Whether the switches, which have a file of their own, are asked for.
enum class ThreadSwitches : std::uint8_t { not_read, read };

// Reads threads, one process after the other. References as long as a collection.
class ThreadReader {
 public:
  struct Buffers {
    TextBuffer text;
    std::string path;
    std::vector<std::uint32_t> ids;
  };
  ThreadReader(ProcRoot& root, Reasons& reasons, Buffers& buffers, ThreadSwitches switches) noexcept
      : root_(root), reasons_(reasons), buffers_(buffers), switches_(switches) {}

  // The threads of a process that ProcessScan has read, by id, into `threads`, reused. None where
  // it has ended meanwhile, or another one has its id; who ends while he is read is left out.
  void read(Process& process, std::vector<Thread>& threads);

 private:
  // Where the files of a process's threads are.
  struct Place {
    int folder;  // its folder task, opened; below 0: it is not, and paths are whole
    std::uint32_t process_id;
  };
  void read_only_thread(Process& process, std::vector<Thread>& threads);
  void read_listed(const Process& process, std::vector<Thread>& threads);
  // Adds a thread, unless it has ended. `switches`: those that are known already.
  void read_thread(Place place, std::uint32_t id, std::optional<std::uint64_t> switches,
                   std::vector<Thread>& threads);
  // Whether the thread, of which the id is known, is there.
  bool read_files(Place place, Thread& thread);
  bool take_failure(Place place, Thread& thread, int errno_value);
  void take_switches(Place place, Thread& thread);
  std::expected<UniqueFd, int> open(Place place, std::uint32_t id, std::string_view file);
  ReasonId unreadable(Place place, std::uint32_t id, std::string_view file, int errno_value);
  // A thread of which nothing but the id is known.
  [[nodiscard]] Thread unknown_thread(std::uint32_t id, ReasonId reason) const noexcept;
  // Sets the path of a file, 0 and "": of the folder.
  void set_path(std::uint32_t process_id, std::uint32_t id, std::string_view file);

  ProcRoot& root_;
  Reasons& reasons_;
  Buffers& buffers_;
  ThreadSwitches switches_;
};

}  // namespace openperflib::linux_objects
