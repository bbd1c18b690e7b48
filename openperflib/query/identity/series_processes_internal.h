// LoggedProcesses: the identities of the processes in a log of single counters, if the log has
// their ID Process or Elapsed Time.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/query/identity/instance_identity_internal.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Resource: tables of one catalog, reused. Logs of whole objects contain more: their series already
// have identities, and are not touched.
class LoggedProcesses {
 public:
  // Finds the series that identify processes; what is known about them by name is kept.
  void assign(const Catalog& catalog, const TitleTable& titles);
  // Reads the identities. `sample` is one of the catalog's. Allocates nothing.
  void take(const Sample& sample) noexcept;
  // Whether the series (by its position in the catalog) belongs to another process than in the last
  // sample that identified it: nothing before is comparable with it.
  [[nodiscard]] bool is_another(std::uint32_t series) const noexcept {
    return series < process_of_.size() && process_of_[series] != kNone &&
           processes_[process_of_[series]].is_another;
  }
  // Returns whether any series of the sample that take() read belongs to another process.
  [[nodiscard]] bool has_another() const noexcept { return has_another_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Process {
    std::string key;           // machine, object, instance and number
    std::uint32_t id = kNone;  // position of the identifying series
    std::uint32_t start = kNone;
    ProcessIdentity last;        // parts that no sample had so far are 0
    std::uint32_t idle = kNone;  // position in processes_ of the Idle of its object
    bool is_idle = false;
    bool is_another = false;
  };
  void add_processes(const Catalog::Object& object);
  void find_series(const Catalog& catalog, const TitleTable& titles);
  void note_series(const Series& series, std::uint32_t position, const TitleTable& titles);
  void take(Process& process, const Sample& sample) const noexcept;

  std::vector<Process> processes_;
  std::vector<Process> before_;            // of the previous catalog
  std::vector<std::uint32_t> process_of_;  // by series; empty: there are no processes
  std::unordered_map<std::string, std::uint32_t> by_key_;
  std::vector<std::uint32_t> process_of_instance_;  // of objects that have processes
  std::vector<std::uint32_t> first_instance_;       // by object: its first one there, or kNone
  bool has_another_ = false;
};

}  // namespace openperflib
