#include "openperflib/log/log_target.h"

#include <algorithm>
#include <utility>

#include "openperflib/log/log_format_name.h"
#include "openperflib/log/log_support.h"
#include "openperflib/log/text/text_format.h"

namespace openperflib {
namespace {

using Parsed = std::expected<LogTarget, LogTargetFault>;

std::unexpected<LogTargetFault> wrong(LogTargetFault::Kind kind, std::string reason = {}) {
  return std::unexpected(LogTargetFault{.kind = kind, .reason = std::move(reason)});
}

Parsed parse_set(const std::string& name, std::optional<LogFormat> format) {
  if (format.value_or(LogFormat::sql) != LogFormat::sql) {
    return wrong(LogTargetFault::Kind::set_is_no_file);
  }
  auto set = SqlLogName::parse(name);
  if (!set.has_value()) {
    return wrong(LogTargetFault::Kind::invalid_set, std::move(set).error());
  }
  return LogTarget{.format = LogFormat::sql, .name = name, .set = *std::move(set)};
}

}  // namespace

Parsed LogTarget::parse(const std::string& name, std::optional<LogFormat> format) {
  if (SqlLogName::is_one(name)) return parse_set(name, format);
  if (!format.has_value()) format = format_of_file_name(name);
  if (!format.has_value()) return wrong(LogTargetFault::Kind::no_format);
  if (*format == LogFormat::sql) return wrong(LogTargetFault::Kind::file_is_no_set);
  return LogTarget{.format = *format, .name = name};
}

bool is_set_among(const LogTarget& target, std::span<const std::string> logs) {
  const LogSetSupport* sets = log_support().sets;
  if (!target.is_set() || sets == nullptr) return false;
  return std::ranges::any_of(logs, [&](const std::string& log) {
    if (!SqlLogName::is_one(log)) return false;
    const auto set = SqlLogName::parse(log);
    return set.has_value() && sets->is_same(*set, *target.set);
  });
}

Parsed LogTarget::standard_output(std::optional<LogFormat> format) {
  if (!format.has_value()) return wrong(LogTargetFault::Kind::no_format);
  if (!is_text(*format)) return wrong(LogTargetFault::Kind::binary_to_output);
  return LogTarget{.format = *format, .name = "-", .is_standard_output = true};
}

}  // namespace openperflib
