#include "openperflib/compat/windows/process/program.h"

#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/core/memory.h"
#include "openperflib/compat/windows/system/system.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/compat/windows/waiting/thread_starts.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

// Returns the length without the NUL; if the room is too small, the room needed.
template <typename Char>
DWORD give_text(const std::string& utf8, Char* to, DWORD room) {
  const auto text = text_from<Char>(utf8);
  if (to == nullptr || room <= text.size()) return static_cast<DWORD>(text.size() + 1);
  (void)copy_cut(Text<Char>(text), to, room);
  return static_cast<DWORD>(text.size());
}

template <typename Char>
DWORD give_variable(const Char* name, Char* value, DWORD room) {
  const char* found = name == nullptr ? nullptr : std::getenv(utf8_from(name).c_str());
  if (found == nullptr) return fail(ERROR_ENVVAR_NOT_FOUND, 0U);
  SetLastError(ERROR_SUCCESS);  // tells an empty value from a missing one
  return give_text(found, value, room);
}

template <typename Char>
BOOL set_variable(const Char* name, const Char* value) {
  const std::string key = name == nullptr ? "" : utf8_from(name);
  const int result = value == nullptr ? ::unsetenv(key.c_str())
                                      : ::setenv(key.c_str(), utf8_from(value).c_str(), 1);
  return result == 0 ? TRUE : fail(ERROR_INVALID_PARAMETER, FALSE);
}

template <typename Char>
BOOL change_folder(const Char* path) {
  if (path == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  if (::chdir(utf8_from(path).c_str()) == 0) return TRUE;
  return fail<BOOL>(errno == EACCES ? ERROR_ACCESS_DENIED : ERROR_PATH_NOT_FOUND, FALSE);
}

std::string current_folder() {
  char* whole = ::getcwd(nullptr, 0);
  std::string folder = whole == nullptr ? "" : whole;
  std::free(whole);
  return folder;
}

// Quotes one argument so that CommandLineToArgvW reads it back: with quotes if it contains spaces,
// and with doubled backslashes only before a quote.
std::string quoted(std::string_view argument) {
  if (!argument.empty() && argument.find_first_of(" \t\"") == argument.npos) {
    return std::string(argument);
  }
  std::string out = "\"";
  std::size_t backslashes = 0;
  for (const char character : argument) {
    if (character == '"') out.append(backslashes + 1, '\\');
    backslashes = character == '\\' ? backslashes + 1 : 0;
    out += character;
  }
  return out.append(backslashes, '\\') + '"';
}

// The kernel keeps the arguments, each with a NUL.
std::string make_command_line() {
  TextBuffer buffer;
  const auto root = ProcRoot::open("", 0);
  if (!root.has_value()) return {};
  std::string_view left = root->read("proc/self/cmdline", buffer).value_or("");
  std::string line;
  while (!left.empty()) {
    const std::string_view argument = left.substr(0, left.find('\0'));
    left.remove_prefix(std::min(left.size(), argument.size() + 1));
    if (!line.empty()) line += ' ';
    line += quoted(argument);
  }
  return line;
}

template <typename Char>
Char* command_line() {
  const auto make = [] {
    return new std::basic_string<Char>(text_from<Char>(make_command_line()));
  };
  return made_once(make).data();
}

bool is_blank(char16_t character) { return character == ' ' || character == '\t'; }

// Takes the path of the program: up to the second quote, or up to a space. No other character in it
// has a meaning.
std::u16string take_program(std::u16string_view& line) {
  const bool is_quoted = line.starts_with(u'"');
  if (is_quoted) line.remove_prefix(1);
  const std::size_t end =
      std::min(line.size(), is_quoted ? line.find(u'"') : line.find_first_of(u" \t"));
  std::u16string program(line.substr(0, end));
  line.remove_prefix(std::min(line.size(), end + (is_quoted ? 1 : 0)));
  return program;
}

// Takes a run of backslashes. Before a quote, two of them stand for one, and an odd one makes the
// quote an ordinary character. Returns whether the quote is ordinary.
bool take_backslashes(std::u16string_view& line, std::u16string& argument) {
  const std::size_t count = std::min(line.size(), line.find_first_not_of(u'\\'));
  line.remove_prefix(count);
  const bool is_before_quote = line.starts_with(u'"');
  argument.append(is_before_quote ? count / 2 : count, u'\\');
  return is_before_quote && count % 2 == 1;
}

// Takes one argument, up to a space outside quotes.
std::u16string take_argument(std::u16string_view& line) {
  std::u16string argument;
  bool is_inside = false;
  while (!line.empty() && (is_inside || !is_blank(line.front()))) {
    const bool is_quote = line.front() == '"';
    if (line.front() == '\\') {
      if (!take_backslashes(line, argument)) continue;
      argument += u'"';
    } else if (!is_quote || (is_inside && line.starts_with(uR"("")"))) {
      argument += line.front();  // two quotes inside quotes stand for one
      if (is_quote) line.remove_prefix(1);
    } else {
      is_inside = !is_inside;
    }
    line.remove_prefix(1);
  }
  return argument;
}

std::vector<std::u16string> arguments_of(std::u16string_view line) {
  std::vector<std::u16string> arguments{take_program(line)};
  for (;;) {
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(u" \t")));
    if (line.empty()) return arguments;
    arguments.push_back(take_argument(line));
  }
}

// Puts the pointers and the texts into one block, so that one LocalFree frees all of it.
WCHAR** in_one_piece(const std::vector<std::u16string>& arguments) {
  std::size_t units = 0;
  for (const std::u16string& argument : arguments) units += argument.size() + 1;
  const std::size_t pointers = (arguments.size() + 1) * sizeof(WCHAR*);
  auto** array = static_cast<WCHAR**>(LocalAlloc(LMEM_FIXED, pointers + units * sizeof(WCHAR)));
  if (array == nullptr) return nullptr;
  auto* text = reinterpret_cast<WCHAR*>(array + arguments.size() + 1);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    array[i] = text;
    (void)copy_cut(Text<WCHAR>(arguments[i]), text, arguments[i].size() + 1);
    text += arguments[i].size() + 1;
  }
  array[arguments.size()] = nullptr;
  return array;
}

std::u16string module_file_name() {
  std::u16string path(4096, u'\0');
  path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return path;
}

constexpr std::intptr_t kThisProcess = -1;
constexpr std::intptr_t kThisThread = -2;

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

// NOLINTBEGIN: numbers that mean a handle
HANDLE GetCurrentProcess() { return reinterpret_cast<HANDLE>(kThisProcess); }
HANDLE GetCurrentThread() { return reinterpret_cast<HANDLE>(kThisThread); }
// NOLINTEND
void ExitProcess(UINT code) { std::exit(static_cast<int>(code)); }
void ExitThread(DWORD code) {
  _endthreadex(code);
  std::abort();  // not reached
}
BOOL SwitchToThread() { return ::sched_yield() == 0 ? TRUE : FALSE; }

LPSTR GetCommandLineA() { return command_line<CHAR>(); }
LPWSTR GetCommandLineW() { return command_line<WCHAR>(); }
LPWSTR* CommandLineToArgvW(LPCWSTR line, int* count) {
  if (line == nullptr || count == nullptr) {
    return fail<WCHAR**>(ERROR_INVALID_PARAMETER, nullptr);
  }
  const auto arguments = *line == 0 ? std::vector{module_file_name()} : arguments_of(line);
  WCHAR** array = in_one_piece(arguments);
  if (array != nullptr) *count = static_cast<int>(arguments.size());
  return array;
}

DWORD GetEnvironmentVariableA(LPCSTR name, LPSTR value, DWORD room) {
  return give_variable(name, value, room);
}
DWORD GetEnvironmentVariableW(LPCWSTR name, LPWSTR value, DWORD room) {
  return give_variable(name, value, room);
}
BOOL SetEnvironmentVariableA(LPCSTR name, LPCSTR value) { return set_variable(name, value); }
BOOL SetEnvironmentVariableW(LPCWSTR name, LPCWSTR value) { return set_variable(name, value); }
DWORD GetCurrentDirectoryA(DWORD room, LPSTR path) {
  return give_text(current_folder(), path, room);
}
DWORD GetCurrentDirectoryW(DWORD room, LPWSTR path) {
  return give_text(current_folder(), path, room);
}
BOOL SetCurrentDirectoryA(LPCSTR path) { return change_folder(path); }
BOOL SetCurrentDirectoryW(LPCWSTR path) { return change_folder(path); }

void OutputDebugStringA(LPCSTR) {}
void OutputDebugStringW(LPCWSTR) {}
BOOL IsDebuggerPresent() { return FALSE; }
