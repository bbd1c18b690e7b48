#include "apps/logman/collector/log_reservation.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/logman/collection/log_name.h"
#include "apps/program/state_folder.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_sets.h"
#include "openperflib/os/files/output_file.h"

namespace openperflib::logman {
namespace {

using Claim = std::expected<ClaimedLog, SourceFault>;

std::unexpected<SourceFault> fault(int errno_value, std::string name) {
  return std::unexpected(
      SourceFault{.errno_value = errno_value, .file = std::move(name), .error = std::nullopt});
}

// The folder of files: the process that creates a log has it.
class Folder {
 public:
  explicit Folder(const SetCollector& one) : folder_(one.set.folder), collector_(one.collector) {}

  std::expected<void, SourceFault> open() { return apps::make_folders(folder_); }
  [[nodiscard]] std::vector<std::string> logs() const {
    std::error_code error;
    std::filesystem::directory_iterator files(folder_, error);
    std::vector<std::string> names;
    for (; !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
      names.push_back(files->path().filename().string());
    }
    return names;
  }
  [[nodiscard]] Claim claim(const std::string& path, Turn turn) const {
    int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_EXCL;
    if (turn == Turn::first && collector_.append) flags &= ~O_EXCL;
    const bool is_emptied = turn == Turn::first && collector_.overwrite;
    if (is_emptied) flags &= ~O_EXCL;
    UniqueFd fd(::open(path.c_str(), flags, 0666));
    if (!fd) return fault(errno, path);
    OPENPERFLIB_TRY(lock_output(fd.get(), path));
    if (is_emptied && ::ftruncate(fd.get(), 0) != 0) return fault(errno, path);
    return ClaimedLog{.name = path, .fd = std::move(fd)};
  }

 private:
  const std::string& folder_;
  const Collector& collector_;
};

// The database of log sets: a set is taken when it has its first record.
class Database {
 public:
  explicit Database(const SetCollector& one) : collector_(one.collector) {}

  std::expected<void, SourceFault> open() {
    const SqlLogName name = SqlLogName::parse(log_set_name(collector_, "")).value_or(SqlLogName());
    if (name.kind == SqlLogName::Kind::file) {
      OPENPERFLIB_TRY(
          apps::make_folders(std::filesystem::path(name.database).parent_path().string()));
    }
    OPENPERFLIB_TRY(make_sql_log_tables(name));
    sets_ = OPENPERFLIB_TRY(list_sql_log_sets(name));
    return {};
  }
  [[nodiscard]] std::vector<std::string> logs() const {
    std::vector<std::string> names;
    for (const SqlLogSet& one : sets_) names.push_back(one.name);
    return names;
  }
  [[nodiscard]] Claim claim(const std::string& whole_name, Turn turn) const {
    const SqlLogName name = SqlLogName::parse(whole_name).value_or(SqlLogName());
    const auto there = std::ranges::find(sets_, name.set, &SqlLogSet::name);
    if (there == sets_.end()) return ClaimedLog{.name = whole_name, .fd = {}};
    const bool may_be_there =
        collector_.append || collector_.overwrite || name_parts_of(collector_) == 0;
    if (turn != Turn::first || !may_be_there) return fault(EEXIST, name.shown);
    if (collector_.overwrite) {
      OPENPERFLIB_TRY(delete_sql_log_set(name));
      return ClaimedLog{.name = whole_name, .fd = {}};
    }
    const std::int32_t records = std::max(there->records.value_or(0), 0);
    return ClaimedLog{.name = whole_name, .fd = {}, .records = static_cast<std::uint64_t>(records)};
  }

 private:
  const Collector& collector_;
  std::vector<SqlLogSet> sets_;
};

template <typename Place>
Claim claim_in(Place place, const SetCollector& one, Turn turn, FileTime now) {
  const Collector& collector = one.collector;
  OPENPERFLIB_TRY(place.open());
  const bool is_numbered = has_numbered_names(collector);
  std::uint32_t number = is_numbered ? newest_log_number(one, place.logs(), now) : 0;
  const bool goes_on = turn == Turn::first && collector.append && number > 0;
  if (is_numbered && !goes_on) ++number;
  std::string name = log_path(one, number, now);
  for (; number <= kGreatestLogNumber; ++number) {
    if (is_numbered) name = log_path(one, number, now);
    auto log = place.claim(name, turn);
    const bool has_one_name = turn == Turn::first && name_parts_of(collector) == 0;
    if (log.has_value() || log.error().errno_value != EEXIST || has_one_name) return log;
    if (!is_numbered) name = numbered_log_path(one, number + 1, now);
  }
  return fault(EEXIST, name);
}

// The error of the system, or for a log that exists what its user can do.
std::unexpected<Failure> cannot_claim(const SourceFault& why) {
  if (why.errno_value != EEXIST) return system_failure(why);
  return std::unexpected(Failure{
      fmt::format("{}: File exists; use -ow to overwrite it, or -a to append to it", why.file),
      {}});
}

}  // namespace

std::expected<ClaimedLog, Failure> reserve_log_file(const SetCollector& one, Turn turn,
                                                    FileTime now_local) {
  auto log = one.collector.is_in_database() ? claim_in(Database(one), one, turn, now_local)
                                            : claim_in(Folder(one), one, turn, now_local);
  if (!log.has_value()) return cannot_claim(log.error());
  return *std::move(log);
}

}  // namespace openperflib::logman
