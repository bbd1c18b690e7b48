#include <algorithm>
#include <array>
#include <bit>

#include "openperflib/base/try_internal.h"
#include "openperflib/compat/pdh/pdh_log_options_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/log/open_log.h"

namespace openperflib::compat {
namespace {

using Existing = PdhLogOptions::Existing;

struct LogType {
  DWORD type;
  LogFormat format;
};

// A recording is binary too, and never written.
constexpr auto kTypes = std::to_array<LogType>({{PDH_LOG_TYPE_CSV, LogFormat::csv},
                                                {PDH_LOG_TYPE_TSV, LogFormat::tsv},
                                                {PDH_LOG_TYPE_SQL, LogFormat::sql},
                                                {PDH_LOG_TYPE_BINARY, LogFormat::blg},
                                                {PDH_LOG_TYPE_BINARY, LogFormat::recording}});

constexpr DWORD kKnownOptions =
    PDH_LOG_OPT_USER_STRING | PDH_LOG_OPT_CIRCULAR | PDH_LOG_OPT_MAX_IS_BYTES | PDH_LOG_OPT_APPEND;

DWORD access_of(const OpenLogArguments& arguments) {
  return arguments.access & PDH_LOG_ACCESS_MASK;
}
DWORD creation_of(const OpenLogArguments& arguments) {
  return arguments.access & PDH_LOG_CREATE_MASK;
}
bool has_option(const OpenLogArguments& arguments, DWORD option) {
  return (arguments.access & option) != 0;
}

// What exists already can only be opened for reading.
bool is_creation_for_reading(DWORD creation) {
  return creation == 0 || creation == PDH_LOG_OPEN_EXISTING || creation == PDH_LOG_OPEN_ALWAYS;
}

Existing existing_of(const OpenLogArguments& arguments) {
  const DWORD creation = creation_of(arguments);
  const bool updates = access_of(arguments) == PDH_LOG_UPDATE_ACCESS;
  if (creation == PDH_LOG_CREATE_NEW || (creation == 0 && !updates)) return Existing::refused;
  const bool appends = updates || has_option(arguments, PDH_LOG_OPT_APPEND);
  return creation == PDH_LOG_CREATE_ALWAYS && !appends ? Existing::replaced : Existing::appended_to;
}

// A log that is updated tells its type itself.
std::expected<LogFormat, PdhStatus> format_to_write(const OpenLogArguments& arguments) {
  if (arguments.type == PDH_LOG_TYPE_UNDEFINED) {
    if (access_of(arguments) == PDH_LOG_WRITE_ACCESS) return std::unexpected(PDH_INVALID_ARGUMENT);
    const auto log = open_log(arguments.name, {.titles = fixed_titles_of_process()});
    if (!log.has_value()) return std::unexpected(log.error().pdh_code);
    const LogFormat format = (*log)->header().format;
    if (format == LogFormat::recording) return std::unexpected(PDH_NOT_IMPLEMENTED);
    return format;
  }
  const auto* const row = std::ranges::find(kTypes, arguments.type, &LogType::type);
  if (row == kTypes.end()) return std::unexpected(PDH_LOG_TYPE_NOT_FOUND);
  return row->format;
}

std::expected<LogTarget, PdhStatus> target_of(const std::string& name, LogFormat format) {
  auto target = LogTarget::parse(name, format);
  if (!target.has_value()) {
    const bool is_invalid = target.error().kind == LogTargetFault::Kind::invalid_set;
    return std::unexpected(is_invalid ? PDH_INVALID_SQL_LOG_FORMAT : PDH_INVALID_ARGUMENT);
  }
  if (target->is_set() && target->set->set.empty()) {
    return std::unexpected(PDH_INVALID_SQL_LOG_FORMAT);
  }
  return *std::move(target);
}

}  // namespace

DWORD log_type_of(LogFormat format) noexcept {
  return std::ranges::find(kTypes, format, &LogType::format)->type;
}

bool asks_to_read(const OpenLogArguments& arguments) noexcept {
  return access_of(arguments) == PDH_LOG_READ_ACCESS;
}

PdhStatus judge(const OpenLogArguments& arguments) noexcept {
  constexpr DWORD kKnown = PDH_LOG_ACCESS_MASK | PDH_LOG_CREATE_MASK | kKnownOptions;
  const DWORD access = access_of(arguments);
  constexpr DWORD kAccesses = PDH_LOG_READ_ACCESS | PDH_LOG_WRITE_ACCESS | PDH_LOG_UPDATE_ACCESS;
  const bool is_one = std::popcount(access) == 1 && (access & kAccesses) != 0;
  const bool is_known =
      (arguments.access & ~kKnown) == 0 && creation_of(arguments) <= PDH_LOG_OPEN_EXISTING;
  if (!is_one || !is_known || arguments.caption == "") return PDH_INVALID_ARGUMENT;
  if (asks_to_read(arguments)) {
    const bool can_be =
        is_creation_for_reading(creation_of(arguments)) && !has_option(arguments, kKnownOptions);
    return can_be ? kPdhSuccess : PDH_INVALID_ARGUMENT;
  }
  const bool is_circle = arguments.type == PDH_LOG_TYPE_BINARY && arguments.max_size != 0;
  const bool has_circle = has_option(arguments, PDH_LOG_OPT_CIRCULAR);
  return has_circle && !is_circle ? PDH_INVALID_ARGUMENT : kPdhSuccess;
}

std::expected<PdhLogOptions, PdhStatus> options_of(const OpenLogArguments& arguments) {
  const LogFormat format = OPENPERFLIB_TRY(format_to_write(arguments));
  const bool has_comments = has_option(arguments, PDH_LOG_OPT_USER_STRING);
  return PdhLogOptions{.target = OPENPERFLIB_TRY(target_of(arguments.name, format)),
                       .existing = existing_of(arguments),
                       .most_bytes = arguments.max_size,
                       .is_circular = has_option(arguments, PDH_LOG_OPT_CIRCULAR),
                       .has_comments = has_comments,
                       .caption = has_comments ? arguments.caption.value_or("") : ""};
}

}  // namespace openperflib::compat
