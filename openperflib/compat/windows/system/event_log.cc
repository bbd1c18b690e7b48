#include <fmt/core.h>
#include <unistd.h>

#include <iterator>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/system/event_log_internal.h"
#include "openperflib/compat/windows/system/system.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/os/net/system_log.h"

namespace openperflib::compat {
namespace {

// The target of the handle that RegisterEventSource returns.
struct EventSource {
  std::string name;
};

LogSeverity severity_of(std::uint16_t type) {
  switch (type) {
    case EVENTLOG_ERROR_TYPE:
    case EVENTLOG_AUDIT_FAILURE:
      return LogSeverity::error;
    case EVENTLOG_WARNING_TYPE:
      return LogSeverity::warning;
    default:
      return LogSeverity::information;
  }
}

void append_strings(std::string& line, const std::vector<std::string>& strings) {
  std::string_view between = ": ";
  for (const std::string& text : strings) {
    line += between;
    line += text;
    between = "; ";
  }
}

void append_data(std::string& line, std::span<const std::byte> data) {
  if (data.empty()) return;
  line += " [";
  for (const std::byte byte : data) fmt::format_to(std::back_inserter(line), "{:02x}", byte);
  line += ']';
}

template <typename Char>
HANDLE open_source(const Char* server, const Char* source) {
  if (source == nullptr || *source == 0) return fail<HANDLE>(ERROR_INVALID_PARAMETER, nullptr);
  if (server != nullptr && *server != 0) return fail<HANDLE>(RPC_S_SERVER_UNAVAILABLE, nullptr);
  return new EventSource{utf8_from(source)};
}

template <typename Char>
std::vector<std::string> strings_from(const Char* const* strings, WORD count) {
  std::vector<std::string> texts;
  for (WORD i = 0; i < count; ++i) texts.push_back(utf8_from(strings[i]));
  return texts;
}

template <typename Char>
BOOL report(HANDLE source, WORD string_count, const Char* const* strings, ReportedEvent event) {
  if (source == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (string_count > 0 && strings == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  event.source = static_cast<const EventSource*>(source)->name;
  event.strings = strings_from(strings, string_count);
  const bool is_sent = send_to_system_log(kSystemLogSocket, log_line(event, ::getpid()));
  return is_sent ? TRUE : fail(RPC_S_SERVER_UNAVAILABLE, FALSE);
}

std::span<const std::byte> bytes_at(const void* data, DWORD size) {
  return {static_cast<const std::byte*>(data), data == nullptr ? 0 : size};
}

}  // namespace

std::string log_line(const ReportedEvent& event, int process_id) {
  std::string text = fmt::format("event {} (category {})", event.event, event.category);
  append_strings(text, event.strings);
  append_data(text, event.data);
  return system_log_line(severity_of(event.type), event.source, process_id, text);
}

}  // namespace openperflib::compat

using namespace openperflib::compat;

HANDLE RegisterEventSourceA(LPCSTR server, LPCSTR source) { return open_source(server, source); }
HANDLE RegisterEventSourceW(LPCWSTR server, LPCWSTR source) { return open_source(server, source); }
BOOL DeregisterEventSource(HANDLE source) {
  if (source == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  delete static_cast<EventSource*>(source);
  return TRUE;
}
BOOL ReportEventA(HANDLE source, WORD type, WORD category, DWORD event, PSID, WORD string_count,
                  DWORD data_size, LPCSTR* strings, LPVOID data) {
  return report(source, string_count, strings,
                {{}, type, category, event, {}, bytes_at(data, data_size)});
}
BOOL ReportEventW(HANDLE source, WORD type, WORD category, DWORD event, PSID, WORD string_count,
                  DWORD data_size, LPCWSTR* strings, LPVOID data) {
  return report(source, string_count, strings,
                {{}, type, category, event, {}, bytes_at(data, data_size)});
}
