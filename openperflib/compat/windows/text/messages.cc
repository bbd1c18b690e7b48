// FormatMessage: message texts and their inserts.
#include "openperflib/compat/windows/text/messages.h"

#include <algorithm>
#include <array>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/base/error_codes.h"
#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/core/memory.h"
#include "openperflib/compat/windows/core/modules_internal.h"
#include "openperflib/compat/windows/text/format_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

// The message in the tables that the flags name, that of the module first. Of the modules, only
// pdh.dll has messages.
std::expected<const ErrorCode*, DWORD> find_message(DWORD flags, const void* module, DWORD code) {
  const bool asks_module = (flags & FORMAT_MESSAGE_FROM_HMODULE) != 0;
  const bool asks_system = (flags & FORMAT_MESSAGE_FROM_SYSTEM) != 0;
  const bool has_messages = asks_module && is_pdh_module(module);
  const ErrorCode* row = has_messages ? find_pdh_code(code) : nullptr;
  if (row == nullptr && asks_system) row = find_system_code(code);
  if (row != nullptr) return row;
  if (has_messages || asks_system) return std::unexpected(DWORD{ERROR_MR_MID_NOT_FOUND});
  const int error = asks_module ? ERROR_RESOURCE_DATA_NOT_FOUND : ERROR_INVALID_PARAMETER;
  return std::unexpected(static_cast<DWORD>(error));
}

// The arguments of inserts: a va_list, read only as far as needed, or an array.
class Inserts {
 public:
  static constexpr std::size_t kMost = 99;

  Inserts(va_list* list, bool is_array)
      : list_(is_array ? nullptr : list),
        array_(is_array ? reinterpret_cast<const DWORD_PTR*>(list) : nullptr) {}

  // The first argument is 1; nullopt if there are no arguments at all.
  std::optional<DWORD_PTR> at(std::size_t number) {
    if (array_ != nullptr) return array_[number - 1];
    if (list_ == nullptr) return std::nullopt;
    for (; read_ < number; ++read_) words_[read_] = va_arg(*list_, DWORD_PTR);
    return words_[number - 1];
  }

 private:
  va_list* list_;
  const DWORD_PTR* array_;
  std::size_t read_ = 0;
  std::array<DWORD_PTR, kMost> words_{};
};

template <typename Char>
std::optional<std::basic_string<Char>> format_one(const Char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  auto text = format_text(format, arguments);
  va_end(arguments);
  return text;
}

// Replaces the inserts of a message: %1, %1!u!, %n, %0 and the others.
template <typename Char>
class MessageWriter {
 public:
  MessageWriter(const Char* text, Inserts& inserts) : at_(text), inserts_(inserts) {}

  // nullopt if an insert has no argument or its format is not valid.
  std::optional<std::basic_string<Char>> text() {
    while (*at_ != 0) {
      if (*at_ != '%') {
        out_ += *at_++;
      } else if (++at_; *at_ == '0') {
        break;
      } else if (*at_ >= '1' && *at_ <= '9') {
        if (!append_insert()) return std::nullopt;
      } else {
        append_escaped();
      }
    }
    return std::move(out_);
  }

 private:
  void append_escaped() {
    switch (*at_) {
      case 0:
        return;
      case 'n':
        out_ += '\r';
        out_ += '\n';
        break;
      case 'r':
        out_ += '\r';
        break;
      case 't':
        out_ += '\t';
        break;
      case 'b':
        out_ += ' ';
        break;
      default:
        out_ += *at_;
    }
    ++at_;
  }

  bool append_insert() {
    std::size_t number = static_cast<std::size_t>(*at_++ - '0');
    if (*at_ >= '0' && *at_ <= '9') number = number * 10 + static_cast<std::size_t>(*at_++ - '0');
    const auto format = next_format();
    const auto word = inserts_.at(number);
    if (!format.has_value() || !word.has_value()) return false;
    const auto text = format_one(format->c_str(), *word);
    if (text.has_value()) out_ += *text;
    return text.has_value();
  }

  // "%s", or the text between two exclamation marks; it uses one argument only.
  std::optional<std::basic_string<Char>> next_format() {
    std::basic_string<Char> format{'%'};
    if (*at_ != '!') return format += 's';
    for (++at_; *at_ != '!'; ++at_) {
      if (*at_ == 0 || *at_ == '*' || *at_ == '%') return std::nullopt;
      format += *at_;
    }
    ++at_;
    return format;
  }

  const Char* at_;
  Inserts& inserts_;
  std::basic_string<Char> out_;
};

// The requested text before its inserts are replaced; the error code if there is none.
template <typename Char>
std::expected<std::basic_string<Char>, DWORD> find_text(DWORD flags, const void* source,
                                                        DWORD code) {
  if ((flags & FORMAT_MESSAGE_FROM_STRING) != 0) {
    if (source == nullptr) return std::unexpected(DWORD{ERROR_INVALID_PARAMETER});
    return static_cast<const Char*>(source);
  }
  const auto message = find_message(flags, source, code);
  if (!message.has_value()) return std::unexpected(message.error());
  const bool keeps_lines = (flags & FORMAT_MESSAGE_MAX_WIDTH_MASK) == 0;
  return text_from<Char>(std::string((*message)->meaning) + (keeps_lines ? "\r\n" : " "));
}

template <typename Char>
DWORD give_allocated(const std::basic_string<Char>& text, Char* buffer, DWORD least) {
  const std::size_t room = std::max<std::size_t>(text.size() + 1, least);
  auto* memory = static_cast<Char*>(LocalAlloc(LMEM_FIXED, room * sizeof(Char)));
  if (memory == nullptr) return 0;
  (void)copy_cut(Text<Char>(text), memory, room);
  *reinterpret_cast<Char**>(buffer) = memory;
  return static_cast<DWORD>(text.size());
}

template <typename Char>
DWORD format_message(DWORD flags, const void* source, DWORD code, Char* buffer, DWORD size,
                     va_list* arguments) {
  if (buffer == nullptr) return fail(ERROR_INVALID_PARAMETER, 0U);
  const auto found = find_text<Char>(flags, source, code);
  if (!found.has_value()) return fail(found.error(), 0U);
  Inserts inserts(arguments, (flags & FORMAT_MESSAGE_ARGUMENT_ARRAY) != 0);
  const bool is_whole = (flags & FORMAT_MESSAGE_IGNORE_INSERTS) != 0;
  const auto text = is_whole ? *found : MessageWriter<Char>(found->c_str(), inserts).text();
  if (!text.has_value()) return fail(ERROR_INVALID_PARAMETER, 0U);
  if ((flags & FORMAT_MESSAGE_ALLOCATE_BUFFER) != 0) return give_allocated(*text, buffer, size);
  if (size <= text->size()) return fail(ERROR_INSUFFICIENT_BUFFER, 0U);
  (void)copy_cut(Text<Char>(*text), buffer, size);
  return static_cast<DWORD>(text->size());
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

DWORD FormatMessageA(DWORD flags, LPCVOID source, DWORD code, DWORD, LPSTR buffer, DWORD size,
                     va_list* arguments) {
  return format_message(flags, source, code, buffer, size, arguments);
}
DWORD FormatMessageW(DWORD flags, LPCVOID source, DWORD code, DWORD, LPWSTR buffer, DWORD size,
                     va_list* arguments) {
  return format_message(flags, source, code, buffer, size, arguments);
}
