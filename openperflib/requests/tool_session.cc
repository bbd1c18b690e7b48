#include "openperflib/requests/tool_session.h"

#include <fmt/core.h>

#include <charconv>
#include <utility>

#include "openperflib/os/portable/byte_source.h"

namespace openperflib {
namespace {

// Returns how many bytes files have together; nullopt: one of them is gone, or is not a file.
std::optional<std::uint64_t> size_of(const std::vector<std::string>& files) {
  std::uint64_t size = 0;
  for (const std::string& file : files) {
    const auto facts = ByteSource::facts_of(file);
    if (!facts.has_value() || facts->kind != ByteSourceFacts::Kind::file) return std::nullopt;
    size += facts->size;
  }
  return size;
}

}  // namespace

std::expected<std::string, std::string> ToolSession::add_log(ClientLog log) {
  if (logs_.size() == kMostLogs) {
    return std::unexpected(fmt::format("{} logs are open; there is no room for more", kMostLogs));
  }
  logs_.push_back(std::move(log));
  return fmt::format("log{}", logs_.size());
}

std::expected<ClientLog, std::string> ToolSession::log(std::string_view name) const {
  constexpr std::string_view kStem = "log";
  std::size_t number = 0;
  if (name.starts_with(kStem)) {
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + kStem.size(), end, number);
    if (read.ptr != end) number = 0;
  }
  if (number != 0 && number <= logs_.size()) return logs_[number - 1];
  return std::unexpected(
      fmt::format("no log is open as {}; open_log returns the name of a log", name));
}

void ToolSession::keep_opening(const ClientLog& log, ListJob job) {
  opened_ = log;
  opened_size_ = size_of(log.inputs.files);
  opening_.emplace(std::move(job));
}

std::optional<ListJob> ToolSession::take_opening(const ClientLog& log) {
  const bool is_it = opening_.has_value() && opened_.inputs.files == log.inputs.files &&
                     opened_.inputs.code_page == log.inputs.code_page &&
                     opened_.inputs.bias_minutes == log.inputs.bias_minutes &&
                     opened_.files_of_names == log.files_of_names;
  if (!is_it) return std::nullopt;
  // A log that is gone by now is continued: only the job still has its bytes.
  const std::optional<std::uint64_t> size = size_of(log.inputs.files);
  if (size.has_value() && size != opened_size_) opening_.reset();
  return std::exchange(opening_, std::nullopt);
}

}  // namespace openperflib
