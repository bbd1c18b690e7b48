#include "openperflib/requests/tool_session.h"

#include <fmt/core.h>

#include <charconv>

namespace openperflib {

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

}  // namespace openperflib
