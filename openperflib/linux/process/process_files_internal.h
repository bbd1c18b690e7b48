// Reads the files of a process in such a way that all facts belong to the same process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/process/process_scheduling_internal.h"
#include "openperflib/linux/process/process_text_internal.h"
#include "openperflib/linux/process/thread_text_internal.h"
#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

// More than any kernel writes; a file in a recorded folder may have any size.
inline constexpr std::size_t kProcessTextLimit = 4U << 20;

// Returns whether the error means that the process or thread does not exist (any more); a path in
// which stat cannot exist is neither.
[[nodiscard]] bool says_ended(int errno_value) noexcept;

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

// The facts about a process, and the state kept between collections. Its identity is its id and its
// start: if another process gets the id, everything except the id is replaced.
struct Process {
  std::uint32_t id = 0;
  bool is_alive = false;  // false: it ended before or during reading; all else is then unset
  bool is_kernel_thread = false;  // set by ProcessScan
  ProcessNumbers numbers;         // of this collection
  ProcessActivity activity;       // from status in this collection
  // ... and when stat and io were last read: if the process has not run since, they are still
  // valid.
  ProcessActivity activity_before_stat;
  ProcessActivity activity_before_io;
  bool has_numbers_of_before = false;  // in `numbers`, of this collection
  // For a process with one thread, the thread's stat, and its activity at that time.
  ThreadStat only_thread;
  ProcessActivity activity_before_thread;
  std::uint32_t instance =
      0;  // its position in Process, in this collection (kernel threads: that of System)
  // Why a file has no numbers in this collection, else kPresent.
  std::array<ReasonId, kProcessFileCount> reasons{};

  std::optional<std::uint64_t> start_ticks;     // since boot; with the id, its identity
  std::optional<std::uint64_t> first_parent;    // as first seen: orphans get another parent
  std::optional<std::uint64_t> page_file_peak;  // bytes, the maximum collected so far
  std::string comm;
  std::string name;  // of the instance

  std::array<UniqueFd, kProcessFileCount> descriptors;
  ProcessFiles kept;  // those counted in the root's budget

  [[nodiscard]] ReasonId reason(ProcessFile file) const noexcept {
    return reasons[static_cast<std::size_t>(file)];
  }
};

// A process that has not run has the same stat as before, except for its scheduling, which others
// may change: it can be queried by id, or stat must be read.
enum class SchedulingSource : std::uint8_t { asked_by_id, stat_only };

// The number of entries of a folder fd is the size of the folder (Linux 6.2), or they must be
// listed.
enum class DescriptorCount : std::uint8_t { size_of_folder, entries_listed };
// Decides by the size of our own folder fd, which is not empty: older kernels report 0 for every
// such folder. `own_size`: nullopt if it is unavailable.
[[nodiscard]] constexpr DescriptorCount descriptor_count_by(
    std::optional<std::uint64_t> own_size) noexcept {
  return own_size.value_or(0) > 0 ? DescriptorCount::size_of_folder
                                  : DescriptorCount::entries_listed;
}

// Options of a ProcessReader, which depend on the machine and the request.
struct ProcessReading {
  ProcessFiles wanted;  // the files to read besides stat; the numbers of the others are missing
  DescriptorCount descriptor_count = DescriptorCount::entries_listed;
  SchedulingSource scheduling = SchedulingSource::stat_only;
};

// Reads processes, one after the other. Refers to objects that live as long as a collection.
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

  // Reads the wanted files of the process with process.id. If a process with a kept descriptor has
  // ended, its id is looked up once more, because another process may have it by now.
  void read(Process& process);
  // Closes the kept descriptors of a process.
  void close(Process& process) noexcept;

 private:
  // The result of one try: everything was read; the process has ended; or another process has its
  // id, and the numbers of both are mixed.
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
