#include "openperflib/compat/windows/console/console_output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/text/code_pages.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

constexpr DWORD kInput = STD_INPUT_HANDLE;
constexpr DWORD kOutput = STD_OUTPUT_HANDLE;
constexpr DWORD kError = STD_ERROR_HANDLE;
constexpr WORD kGray = FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE;

std::atomic<WORD> next_attributes = kGray;  // of what is written next

// The numbers of the standard handles are above those of ObjectTable, which start at 4.
HANDLE handle_of(DWORD number) {
  return reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(number));  // NOLINT: a number
}

// Returns -1 for any other handle.
int descriptor_of(HANDLE console) {
  if (console == handle_of(kInput)) return STDIN_FILENO;
  if (console == handle_of(kOutput)) return STDOUT_FILENO;
  return console == handle_of(kError) ? STDERR_FILENO : -1;
}

bool is_terminal(int descriptor) { return descriptor >= 0 && ::isatty(descriptor) == 1; }

// The stream that writes to a terminal; nullptr if the handle is not such a terminal.
std::FILE* output_of(HANDLE console) {
  const int descriptor = descriptor_of(console);
  if (descriptor == STDIN_FILENO || !is_terminal(descriptor)) return nullptr;
  return descriptor == STDERR_FILENO ? stderr : stdout;
}

BOOL write_to(HANDLE console, std::string_view text) {
  std::FILE* file = output_of(console);
  if (file == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return is_written && std::fflush(file) == 0 ? TRUE : fail(ERROR_GEN_FAILURE, FALSE);
}

template <typename Char>
BOOL write_console(HANDLE console, const void* text, DWORD count, DWORD* written) {
  if (text == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const Text<Char> characters(static_cast<const Char*>(text), count);
  BOOL result = FALSE;
  if constexpr (sizeof(Char) == 1) {
    result = write_to(console, characters);
  } else {
    result = write_to(console, utf8_from(characters));
  }
  if (result != FALSE && written != nullptr) *written = count;
  return result;
}

// Leaves out the control characters that would end the escape sequence.
BOOL set_title(const std::string& title) {
  if (!is_terminal(STDOUT_FILENO)) return TRUE;
  std::string sequence = "\x1B]0;";
  for (const char character : title) {
    if (static_cast<unsigned char>(character) >= ' ' && character != 127) sequence += character;
  }
  return write_to(handle_of(kOutput), sequence + '\a');
}

BOOL check_code_page(UINT code_page) {
  const bool is_ours = code_page == CP_UTF8 || code_page == CP_ACP || code_page == CP_OEMCP;
  return is_ours ? TRUE : fail(ERROR_INVALID_PARAMETER, FALSE);
}

// The number of a color in an escape sequence: the lowest bit is red for ANSI and blue for Windows.
int ansi_color(unsigned color) {
  return static_cast<int>((color & 1U) << 2U | (color & 2U) | (color & 4U) >> 2U);
}

std::string color_sequence(WORD color) {
  std::string sequence = "\x1B[0";
  const unsigned front = color & 7U;
  const unsigned back = color >> 4U & 7U;
  const bool is_bright = (color & FOREGROUND_INTENSITY) != 0;
  const bool is_bright_back = (color & BACKGROUND_INTENSITY) != 0;
  if (front != kGray || is_bright) {
    sequence += ';' + std::to_string((is_bright ? 90 : 30) + ansi_color(front));
  }
  if (back != 0 || is_bright_back) {
    sequence += ';' + std::to_string((is_bright_back ? 100 : 40) + ansi_color(back));
  }
  return sequence + 'm';
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

HANDLE GetStdHandle(DWORD number) {
  if (number == kInput || number == kOutput || number == kError) return handle_of(number);
  return fail<HANDLE>(ERROR_INVALID_HANDLE, INVALID_HANDLE_VALUE);
}
BOOL WriteConsoleA(HANDLE console, const void* text, DWORD count, LPDWORD written, LPVOID) {
  return write_console<CHAR>(console, text, count, written);
}
BOOL WriteConsoleW(HANDLE console, const void* text, DWORD count, LPDWORD written, LPVOID) {
  return write_console<WCHAR>(console, text, count, written);
}

BOOL GetConsoleMode(HANDLE console, LPDWORD mode) {
  const int descriptor = descriptor_of(console);
  if (!is_terminal(descriptor)) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (mode == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  *mode = descriptor == STDIN_FILENO
              ? ENABLE_PROCESSED_INPUT | ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT
              : ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT |
                    ENABLE_VIRTUAL_TERMINAL_PROCESSING;
  return TRUE;
}
BOOL SetConsoleMode(HANDLE console, DWORD mode) {
  DWORD now = 0;
  if (GetConsoleMode(console, &now) == FALSE) return FALSE;
  const bool is_input = descriptor_of(console) == STDIN_FILENO;
  return is_input && mode != now ? fail(ERROR_NOT_SUPPORTED, FALSE) : TRUE;
}

UINT GetConsoleCP() { return CP_UTF8; }
UINT GetConsoleOutputCP() { return CP_UTF8; }
BOOL SetConsoleCP(UINT code_page) { return check_code_page(code_page); }
BOOL SetConsoleOutputCP(UINT code_page) { return check_code_page(code_page); }
BOOL SetConsoleTitleA(LPCSTR title) { return set_title(utf8_from(title)); }
BOOL SetConsoleTitleW(LPCWSTR title) { return set_title(utf8_from(title)); }

BOOL GetConsoleScreenBufferInfo(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFO info) {
  winsize size{};
  const int descriptor = descriptor_of(console);
  if (!is_terminal(descriptor) || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) {
    return fail(ERROR_INVALID_HANDLE, FALSE);
  }
  if (info == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const auto columns = static_cast<SHORT>(size.ws_col);
  const auto lines = static_cast<SHORT>(size.ws_row);
  *info = {.dwSize = {columns, lines},
           .dwCursorPosition = {},
           .wAttributes = next_attributes,
           .srWindow = {0, 0, static_cast<SHORT>(columns - 1), static_cast<SHORT>(lines - 1)},
           .dwMaximumWindowSize = {columns, lines}};
  return TRUE;
}
BOOL SetConsoleTextAttribute(HANDLE console, WORD wanted) {
  if (write_to(console, color_sequence(wanted)) == FALSE) return FALSE;
  next_attributes = wanted;
  return TRUE;
}
BOOL SetConsoleCursorPosition(HANDLE console, COORD position) {
  if (position.X < 0 || position.Y < 0) return fail(ERROR_INVALID_PARAMETER, FALSE);
  return write_to(console, "\x1B[" + std::to_string(position.Y + 1) + ';' +
                               std::to_string(position.X + 1) + 'H');
}
