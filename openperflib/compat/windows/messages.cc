// FormatMessage: message texts and their inserts.
#include "openperflib/compat/windows/messages.h"

#include <algorithm>
#include <array>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/compat/windows/last_error_internal.h"
#include "openperflib/compat/windows/memory.h"
#include "openperflib/compat/windows/synchronization.h"
#include "openperflib/compat/windows/text/format_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

// HRESULTs are signed.
constexpr auto kNotImplemented = static_cast<DWORD>(E_NOTIMPL);
constexpr auto kNoInterface = static_cast<DWORD>(E_NOINTERFACE);
constexpr auto kBadPointer = static_cast<DWORD>(E_POINTER);
constexpr auto kAborted = static_cast<DWORD>(E_ABORT);
constexpr auto kFailed = static_cast<DWORD>(E_FAIL);
constexpr auto kUnexpected = static_cast<DWORD>(E_UNEXPECTED);

// Our own words, in the order of the codes. The inserts (%1) are those of the same message on
// Windows.
struct Message {
  DWORD code;
  std::string_view text;
};
constexpr auto kMessages = std::to_array<Message>({
    // clang-format off
    {ERROR_SUCCESS,                 "The operation succeeded."},
    {ERROR_INVALID_FUNCTION,        "There is no such function."},
    {ERROR_FILE_NOT_FOUND,          "There is no such file, key or object."},
    {ERROR_PATH_NOT_FOUND,          "There is no such path."},
    {ERROR_TOO_MANY_OPEN_FILES,     "Too many files are open."},
    {ERROR_ACCESS_DENIED,           "This is not allowed."},
    {ERROR_INVALID_HANDLE,          "The handle is not open, or is of another kind."},
    {ERROR_NOT_ENOUGH_MEMORY,       "There is not enough memory."},
    {ERROR_BAD_FORMAT,              "The format is not valid."},
    {ERROR_INVALID_ACCESS,          "The kind of access is not valid."},
    {ERROR_INVALID_DATA,            "The data is not valid."},
    {ERROR_OUTOFMEMORY,             "There is not enough memory to finish."},
    {ERROR_NO_MORE_FILES,           "There are no more files."},
    {ERROR_NOT_READY,               "The device is not ready."},
    {ERROR_BAD_LENGTH,              "The length is not valid."},
    {ERROR_WRITE_FAULT,             "Writing to the device failed."},
    {ERROR_READ_FAULT,              "Reading from the device failed."},
    {ERROR_GEN_FAILURE,             "The device or the system failed."},
    {ERROR_SHARING_VIOLATION,       "Another process is using the file."},
    {ERROR_HANDLE_EOF,              "The file ends here."},
    {ERROR_NOT_SUPPORTED,           "This is not supported."},
    {ERROR_BAD_NETPATH,             "The computer was not found."},
    {ERROR_FILE_EXISTS,             "The file exists already."},
    {ERROR_INVALID_PARAMETER,       "An argument is not valid."},
    {ERROR_BROKEN_PIPE,             "The other end of the pipe is closed."},
    {ERROR_BUFFER_OVERFLOW,         "The name does not fit into the buffer."},
    {ERROR_DISK_FULL,               "The disk is full."},
    {ERROR_CALL_NOT_IMPLEMENTED,    "This function does not exist here."},
    {ERROR_INSUFFICIENT_BUFFER,     "The buffer is too small."},
    {ERROR_INVALID_NAME,            "The name is not valid."},
    {ERROR_MOD_NOT_FOUND,           "There is no such module."},
    {ERROR_PROC_NOT_FOUND,          "The module has no such function."},
    {ERROR_BAD_PATHNAME,            "The path is not valid."},
    {ERROR_BUSY,                    "It is in use."},
    {ERROR_ALREADY_EXISTS,          "It exists already."},
    {ERROR_ENVVAR_NOT_FOUND,        "There is no such variable."},
    {ERROR_FILENAME_EXCED_RANGE,    "The name is too long."},
    {ERROR_MORE_DATA,               "There is more data than room."},
    {WAIT_TIMEOUT,                  "The time to wait is over."},
    {ERROR_NO_MORE_ITEMS,           "There are no more items."},
    {ERROR_DIRECTORY,               "This is not a folder."},
    {ERROR_NOT_OWNER,               "This thread does not own the mutex."},
    {ERROR_TOO_MANY_POSTS,          "The semaphore would count too high."},
    {ERROR_MR_MID_NOT_FOUND,        "There is no text for the message %1."},
    {ERROR_INVALID_ADDRESS,         "There is nothing at this address."},
    {ERROR_IO_PENDING,              "The operation is still in progress."},
    {ERROR_INVALID_FLAGS,           "The flags are not valid."},
    {ERROR_BADKEY,                  "The key does not allow this."},
    {ERROR_SERVICE_DOES_NOT_EXIST,  "There is no such service."},
    {ERROR_NO_UNICODE_TRANSLATION,  "The text is not valid in its code page."},
    {ERROR_DLL_INIT_FAILED,         "The module could not start."},
    {ERROR_MAPPED_ALIGNMENT,        "The offset is not a multiple of 65536."},
    {ERROR_OLD_WIN_VERSION,         "This needs a newer Windows."},
    {ERROR_NOT_FOUND,               "It was not found."},
    {ERROR_CANCELLED,               "The user canceled it."},
    {ERROR_NO_SYSTEM_RESOURCES,     "The system has no resources left."},
    {ERROR_COMMITMENT_LIMIT,        "There is not enough shared memory."},
    {ERROR_TIMEOUT,                 "It took too long."},
    {RPC_S_SERVER_UNAVAILABLE,      "No server answers there."},
    {ERROR_RESOURCE_DATA_NOT_FOUND, "The module has no messages."},
    {ERROR_INVALID_STATE,           "It is not in a state that allows this."},
    {kNotImplemented,               "This is not implemented."},
    {kNoInterface,                  "There is no such interface."},
    {kBadPointer,                   "A pointer is not valid."},
    {kAborted,                      "The operation was stopped."},
    {kFailed,                       "The operation failed."},
    {kUnexpected,                   "The operation failed in an unexpected way."},
});  // clang-format on
static_assert(std::ranges::is_sorted(kMessages, {}, &Message::code));

// An HRESULT that contains a Win32 code has the text of that code.
const Message* find_message(DWORD code) {
  constexpr DWORD kOfWin32 = 0x80070000;
  if ((code & 0xFFFF0000) == kOfWin32) code &= 0xFFFF;
  const auto* found = std::ranges::lower_bound(kMessages, code, {}, &Message::code);
  return found != kMessages.end() && found->code == code ? found : nullptr;
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
  if ((flags & FORMAT_MESSAGE_FROM_SYSTEM) == 0) {
    const bool is_of_module = (flags & FORMAT_MESSAGE_FROM_HMODULE) != 0;
    const int error = is_of_module ? ERROR_RESOURCE_DATA_NOT_FOUND : ERROR_INVALID_PARAMETER;
    return std::unexpected(static_cast<DWORD>(error));
  }
  const Message* message = find_message(code);
  if (message == nullptr) return std::unexpected(DWORD{ERROR_MR_MID_NOT_FOUND});
  const bool keeps_lines = (flags & FORMAT_MESSAGE_MAX_WIDTH_MASK) == 0;
  return text_from<Char>(std::string(message->text) + (keeps_lines ? "\r\n" : " "));
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
