// Reads the threads of a process below its folder task.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/process/process_files_internal.h"
#include "openperflib/linux/process/thread_text_internal.h"

namespace openperflib::linux_objects {

// A thread in one collection.
struct Thread {
  std::uint32_t id = 0;
  ThreadStat stat;
  ReasonId stat_reason = Reasons::kPresent;
  std::optional<std::uint64_t> switches;  // voluntary and involuntary
  ReasonId switches_reason = Reasons::kNotAskedFor;
};

// Whether to read the switches, which are in another file.
enum class ThreadSwitches : std::uint8_t { not_read, read };

// Reads the threads of one process after the other. Refers to objects that live as long as a
// collection.
class ThreadReader {
 public:
  struct Buffers {
    TextBuffer text;
    std::string path;
    std::vector<std::uint32_t> ids;
  };
  ThreadReader(ProcRoot& root, Reasons& reasons, Buffers& buffers, ThreadSwitches switches) noexcept
      : root_(root), reasons_(reasons), buffers_(buffers), switches_(switches) {}

  // Reads the threads of a process from ProcessScan, by id, into `threads`, reused. None if it has
  // ended meanwhile or another process has its id; threads that end while being read are omitted.
  void read(Process& process, std::vector<Thread>& threads);

 private:
  // The location of the files of a process's threads.
  struct Place {
    int folder;  // its open folder task; below 0: not open, and paths are complete
    std::uint32_t process_id;
  };
  void read_only_thread(Process& process, std::vector<Thread>& threads);
  void read_listed(const Process& process, std::vector<Thread>& threads);
  // Adds a thread unless it has ended. `switches`: if already known.
  void read_thread(Place place, std::uint32_t id, std::optional<std::uint64_t> switches,
                   std::vector<Thread>& threads);
  // Reads the files of the thread with the given id; false if it does not exist.
  bool read_files(Place place, Thread& thread);
  bool take_failure(Place place, Thread& thread, int errno_value);
  void take_switches(Place place, Thread& thread);
  std::expected<UniqueFd, int> open(Place place, std::uint32_t id, std::string_view file);
  ReasonId unreadable(Place place, std::uint32_t id, std::string_view file, int errno_value);
  // A thread of which only the id is known.
  [[nodiscard]] Thread unknown_thread(std::uint32_t id, ReasonId reason) const noexcept;
  // Sets the path of a file; with 0 and "", of the folder.
  void set_path(std::uint32_t process_id, std::uint32_t id, std::string_view file);

  ProcRoot& root_;
  Reasons& reasons_;
  Buffers& buffers_;
  ThreadSwitches switches_;
};

}  // namespace openperflib::linux_objects
