// NamedJobs: the jobs of the library by name, with arguments and results in JSON. docs/protocol.md
// has the names, and calls them tools.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// What jobs may read. Value.
struct JobAccess {
  // Folders whose files may be read; a path is compared after its links were followed, and a
  // relative one is looked for in each of them. Empty: whatever this process may read, and log sets
  // of databases.
  std::vector<std::string> folders = {};
  // The machine that is read where a job gets no log: this_machine(), or root folders; nullopt:
  // none may be read.
  std::optional<LocalSourceOptions> machine = std::nullopt;
  // More rules for reports, in JSON (docs/formats/rules.md): each replaces the built-in one with
  // its id. Empty: none.
  std::string rules = {};
};

// What a job has found. Value.
struct JobResult {
  std::string json;  // one object
  // The numbers that `json` describes, one column after the other; NaN: missing, and `json` has the
  // status. Empty for jobs other than `columns` and `picture`.
  std::vector<double> columns = {};
};

// Resource, movable: the logs that are open, and the job that runs, if there is one. One thread at
// a time. Errors are sentences in English, without the name of a program; nothing is printed.
class NamedJobs {
 public:
  // Whether a job has more to do.
  enum class Step : std::uint8_t { more, done };
  // How far a job is, in bytes of what it reads. Value.
  struct Progress {
    std::uint64_t position = 0;
    std::uint64_t size = 0;  // 0: not known
  };
  // Called before each step of a job, about every 20 ms; false: the job ends without a result.
  using OnProgress = std::function<bool(const Progress&)>;

  // The texts of `titles` must outlive the object. Errors: a folder that cannot be read; a mistake
  // in the rules.
  [[nodiscard]] static std::expected<NamedJobs, std::string> open(const TitleTable& titles,
                                                                  JobAccess access = {});
  // What was moved from can only be assigned to or destroyed.
  NamedJobs(NamedJobs&&) noexcept;
  NamedJobs& operator=(NamedJobs&&) noexcept;
  ~NamedJobs();

  // Returns what there is to run: an array of objects with the `name` of a job, its `description`
  // and `inputSchema`, the JSON schema of its arguments.
  [[nodiscard]] static std::string list();

  // Opens a log, in UTF-8: a file, a folder with a ring of recordings, or a log set of a database.
  // Returns its name for later jobs, "log1" for the first one: that is run("open_log", ...) for
  // callers who do not read its result. Logs stay open as long as the object; there may be 1,000.
  // Errors: it may not or cannot be read; too many are open.
  [[nodiscard]] std::expected<std::string, std::string> open_log(std::string_view path);

  // Runs a job to its end. `arguments`: a JSON object. Errors: those of begin() and step();
  // "stopped" if `on_progress` returned false.
  [[nodiscard]] std::expected<JobResult, std::string> run(std::string_view name,
                                                          std::string_view arguments = "{}",
                                                          const OnProgress& on_progress = {});

  // For callers with an event loop: begins a job, which then runs in step() alone. One that runs
  // already is dropped. Errors: no job has that name; the arguments are not a JSON object; one of
  // them is unknown, missing, of another kind or without meaning; the log or the machine cannot be
  // read.
  [[nodiscard]] std::expected<void, std::string> begin(std::string_view name,
                                                       std::string_view arguments);
  // Runs the job for about 20 ms. Errors: a log or a machine cannot be read, which ends the job; no
  // job runs.
  [[nodiscard]] std::expected<Step, std::string> step();
  // Nothing if no job runs.
  [[nodiscard]] Progress progress() const noexcept;
  // After step() has returned done: the result. Only once. Errors: no job has ended.
  [[nodiscard]] std::expected<JobResult, std::string> result();
  // Drops the job that runs, if there is one.
  void stop() noexcept;

 private:
  struct State;
  explicit NamedJobs(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
