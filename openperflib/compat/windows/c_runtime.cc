#include "openperflib/compat/windows/c_runtime.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/os/process/fork_gate.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

// The part of a mode that fopen knows here: "rt, ccs=UTF-8" becomes "r".
std::string mode_of(std::string_view mode) {
  std::string known;
  for (const char letter : mode.substr(0, mode.find(','))) {
    if (std::string_view("rwa+x").contains(letter)) known += letter;
  }
  return known + 'e';  // programs that this one starts do not get the file
}

std::FILE* open_stream(const std::string& path, const std::string& mode) {
  return std::fopen(path.c_str(), mode_of(mode).c_str());
}

template <typename Char>
errno_t open_safely(std::FILE** file, const Char* path, const Char* mode) {
  if (file == nullptr) return EINVAL;
  *file = nullptr;
  if (path == nullptr || mode == nullptr) return EINVAL;
  *file = open_stream(utf8_from(path), utf8_from(mode));
  return *file == nullptr ? errno : 0;
}

constexpr std::time_t kEndOfYear3000 = 32'535'215'999;

bool is_time(const std::time_t* time) {
  return time != nullptr && *time >= 0 && *time <= kEndOfYear3000;
}

// What a failure leaves in a structure.
constexpr std::tm no_time() {
  std::tm fields{};
  fields.tm_sec = fields.tm_min = fields.tm_hour = fields.tm_mday = fields.tm_mon = fields.tm_year =
      fields.tm_wday = fields.tm_yday = fields.tm_isdst = -1;
  return fields;
}

errno_t break_down(std::tm* fields, const std::time_t* time,
                   std::tm* (*convert)(const std::time_t*, std::tm*)) {
  if (fields == nullptr) return EINVAL;
  if (is_time(time) && convert(time, fields) != nullptr) return 0;
  *fields = no_time();
  return EINVAL;
}

constexpr std::size_t kTimeText = 26;  // "Thu Jan  1 00:00:00 1970\n" and its NUL

errno_t give_time_text(char* to, std::size_t room, const std::tm* time) {
  if (to != nullptr && room > 0) *to = 0;
  if (to == nullptr || room < kTimeText || time == nullptr) return EINVAL;
  std::array<char, 64> text{};
  if (::asctime_r(time, text.data()) == nullptr) return EINVAL;
  (void)copy_cut(Text<CHAR>(text.data()), to, room);
  return 0;
}

// Keeps a text that a function returns and the caller does not free. The text of a key stays where
// it is until it changes.
const std::u16string& kept(const std::string& key, std::string_view utf8) {
  struct Texts {
    std::mutex mutex;
    std::map<std::string, std::u16string> of_keys;
  };
  auto& texts = made_once([] { return new Texts(); });
  const ForkGate::Pass pass;  // a child must not inherit the mutex locked
  const std::lock_guard lock(texts.mutex);
  std::u16string& text = texts.of_keys[key];
  std::u16string now = utf16_from_utf8(utf8);
  if (text != now) text = std::move(now);
  return text;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

FILE* _wfopen(LPCWSTR path, LPCWSTR mode) {
  if (path == nullptr || mode == nullptr) return errno = EINVAL, nullptr;
  return open_stream(utf8_from(path), utf8_from(mode));
}
errno_t fopen_s(FILE** file, LPCSTR path, LPCSTR mode) { return open_safely(file, path, mode); }
errno_t _wfopen_s(FILE** file, LPCWSTR path, LPCWSTR mode) { return open_safely(file, path, mode); }

int _fileno(FILE* file) {
  if (file == nullptr) return errno = EINVAL, -1;
  return ::fileno(file);
}
int _isatty(int descriptor) { return ::isatty(descriptor); }
int _setmode(int, int mode) {
  for (const int known : {_O_TEXT, _O_BINARY, _O_WTEXT, _O_U16TEXT, _O_U8TEXT}) {
    if (mode == known) return _O_TEXT;
  }
  return errno = EINVAL, -1;
}

errno_t localtime_s(struct tm* local, const time_t* time) {
  return break_down(local, time, ::localtime_r);
}
errno_t gmtime_s(struct tm* utc, const time_t* time) { return break_down(utc, time, ::gmtime_r); }
errno_t ctime_s(LPSTR to, size_t room, const time_t* time) {
  std::tm local{};
  const bool is_wrong = localtime_s(&local, time) != 0;
  return give_time_text(to, room, is_wrong ? nullptr : &local);
}
errno_t asctime_s(LPSTR to, size_t room, const struct tm* time) {
  return give_time_text(to, room, time);
}
size_t openperflib_wcsftime(LPWSTR to, size_t room, LPCWSTR format, const struct tm* time) {
  if (to == nullptr || room == 0 || format == nullptr || time == nullptr) {
    return errno = EINVAL, 0;
  }
  *to = 0;
  const std::string narrow_format = utf8_from(format) + '.';  // an empty result is then a failure
  std::string text(room * 3 + 2, '\0');                       // a unit is at most three bytes
  text.resize(std::strftime(text.data(), text.size(), narrow_format.c_str(), time));
  if (text.empty()) return 0;
  text.pop_back();
  const std::u16string wide = utf16_from_utf8(text);
  if (wide.size() >= room) return 0;
  (void)copy_cut(Text<WCHAR>(wide), to, room);
  return wide.size();
}

LPWSTR _wgetenv(LPCWSTR name) {
  if (name == nullptr) return errno = EINVAL, nullptr;
  const std::string key = utf8_from(name);
  const char* value = std::getenv(key.c_str());
  return value == nullptr ? nullptr : const_cast<LPWSTR>(kept(key, value).data());
}
LPWSTR _wsetlocale(int category, LPCWSTR locale) {
  const std::string name = utf8_from(locale);
  const char* now = std::setlocale(category, locale == nullptr ? nullptr : name.c_str());
  const std::string key = "=locale " + std::to_string(category);  // not the name of a variable
  return now == nullptr ? nullptr : const_cast<LPWSTR>(kept(key, now).data());
}
