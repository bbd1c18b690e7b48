// The files of one process, read so that all that is known of it is of one and the same process.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/object_table_internal.h"
#include "openperflib/linux/process_scheduling_internal.h"
#include "openperflib/linux/process_text_internal.h"
#include "openperflib/linux/thread_text_internal.h"
#include "openperflib/os/proc_root.h"

namespace openperflib::linux_objects {

// A set of ProcessFiles.
class ProcessFiles {
 public:
  constexpr ProcessFiles() = default;
  constexpr void add(ProcessFile file) noexcept { bits_ |= bit(file); }
  constexpr void remove(ProcessFile file) noexcept {
    bits_ &= static_cast<std::uint8_t>(~bit(file));
  }
  [[nodiscard]] constexpr bool has(ProcessFile file) const noexcept {
    return (bits_ & bit(file)) != 0;
  }

 private:
  static constexpr std::uint8_t bit(ProcessFile file) noexcept {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(file));
  }
  std::uint8_t bits_ = 0;
};

// What is known of a process, and what is kept of it between collections. Its identity is its id
// and its start: where another process has got the id, everything but the id is that one's.
struct Process {
  std::uint32_t id = 0;
  bool is_alive = false;  // false: it ended before or while it was read; nothing else counts
  bool is_kernel_thread = false;  // set by ProcessScan
  ProcessNumbers numbers;         // of this collection
  ProcessActivity activity;       // as status says in this collection
  // ... and said when stat and io were read last: of who has not run since, they are as they were.
  ProcessActivity activity_before_stat;
  ProcessActivity activity_before_io;
  bool has_numbers_of_before = false;  // in `numbers`, of this collection
  // Of a process with one thread what the thread's stat said, and how active it was then.
  ThreadStat only_thread;
  ProcessActivity activity_before_thread;
  std::uint32_t instance = 0;  // its place in Process, of this collection (System: of all its own)
  // Why a file has no numbers, else kPresent; of this collection.
  std::array<ReasonId, kProcessFileCount> reasons{};

  std::optional<std::uint64_t> start_ticks;     // since boot; with the id, what it is
  std::optional<std::uint64_t> first_parent;    // as first seen: who lost his parent gets another
  std::optional<std::uint64_t> page_file_peak;  // bytes, the most that was collected
  std::string comm;
  std::string name;  // of the instance

  std::array<UniqueFd, kProcessFileCount> descriptors;
  ProcessFiles kept;  // those of them that came out of the root's budget

  [[nodiscard]] ReasonId reason(ProcessFile file) const noexcept {
    return reasons[static_cast<std::size_t>(file)];
  }
};

// Who has not run has the same stat as before, but for what others do to him: how he is scheduled
// can be asked by his id, or his stat must be read.
enum class SchedulingSource : std::uint8_t { asked_by_id, stat_only };

// How many entries a folder fd has can be asked of the folder itself (Linux 6.2), or they are
// listed.
enum class DescriptorCount : std::uint8_t { size_of_folder, entries_listed };
// By the size of our own folder fd, which is not empty: an older kernel says 0 of every one, and
// there a 0 is no count. `own_size`: nullopt where it cannot be asked for.
[[nodiscard]] constexpr DescriptorCount descriptor_count_by(
    std::optional<std::uint64_t> own_size) noexcept {
  return own_size.value_or(0) > 0 ? DescriptorCount::size_of_folder
                                  : DescriptorCount::entries_listed;
}

// What a ProcessReader is told about the machine and the request.
struct ProcessReading {
  ProcessFiles wanted;  // which files to read besides stat; the numbers of the others are not there
  DescriptorCount descriptor_count = DescriptorCount::entries_listed;
  SchedulingSource scheduling = SchedulingSource::stat_only;
};

// Reads processes, one after the other. References as long as a collection.
class ProcessReader {
 public:
  struct Buffers {
    TextBuffer text;
    std::vector<char> names;
    std::string path;
  };
  ProcessReader(ProcRoot& root, Reasons& reasons, Buffers& buffers,
                const ProcessReading& reading) noexcept
      : root_(root), reasons_(reasons), buffers_(buffers), reading_(reading) {}

  // Reads what is wanted of the process with process.id. A process of which a descriptor is kept
  // and which has ended is looked for once more by its id: another may have it by now.
  void read(Process& process);
  // Closes what is kept of a process.
  void close(Process& process) noexcept;

 private:
  // What became of one try: all read; the process has ended; another one has its id, and numbers of
  // both are mixed.
  enum class Outcome : std::uint8_t { read, ended, mixed };

  Outcome try_read(Process& process);
  [[nodiscard]] std::optional<ProcessScheduling> scheduling_if_asleep(const Process& process) const;
  Outcome take_stat(Process& process);
  Outcome take_missing_stat(Process& process, int errno_value);
  Outcome take_unreadable(Process& process, ReasonId reason);
  Outcome take_identity(Process& process, std::string_view comm);
  void take_other_files(Process& process);
  void take_status(Process& process);
  void take_io(Process& process);
  void take_descriptor_count(Process& process);
  std::expected<std::uint64_t, int> count_descriptors(Process& process);
  std::expected<std::uint64_t, int> listed_descriptors(const Process& process);
  std::expected<std::uint64_t, int> kept_folder_size(Process& process);
  std::expected<int, int> open(Process& process, ProcessFile file);
  std::expected<std::string_view, int> read_text(Process& process, ProcessFile file);
  std::optional<std::string_view> read_other_text(Process& process, ProcessFile file);
  void close_unkept(Process& process) noexcept;
  void drop(Process& process, ProcessFile file) noexcept;
  const char* path_of(std::uint32_t id, std::string_view file);
  ReasonId errno_reason(std::uint32_t id, std::string_view file, int errno_value);

  ProcRoot& root_;
  Reasons& reasons_;
  Buffers& buffers_;
  ProcessReading reading_;
};

}  // namespace openperflib::linux_objects
