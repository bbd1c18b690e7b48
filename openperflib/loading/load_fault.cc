#include "openperflib/loading/load_fault.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

namespace openperflib {
namespace {

template <typename Key>
struct CodeRow {
  Key key;
  std::uint32_t code;
};

constexpr auto kSystemCodes = std::to_array<CodeRow<int>>({
    {ENOENT, ERROR_FILE_NOT_FOUND},
    {ENOTDIR, ERROR_FILE_NOT_FOUND},
    {EACCES, ERROR_ACCESS_DENIED},
    {EPERM, ERROR_ACCESS_DENIED},
    {EROFS, ERROR_ACCESS_DENIED},
    {EISDIR, ERROR_ACCESS_DENIED},
    {ENOSPC, ERROR_DISK_FULL},
    {EDQUOT, ERROR_DISK_FULL},
    {EFBIG, ERROR_FILE_TOO_LARGE},
    {EMFILE, ERROR_TOO_MANY_OPEN_FILES},
    {ENFILE, ERROR_TOO_MANY_OPEN_FILES},
});

// windows_code() has the codes of io and damaged.
constexpr auto kStoreCodes = std::to_array<CodeRow<StoreErrc>>({
    {StoreErrc::no_permission, ERROR_ACCESS_DENIED},
    {StoreErrc::not_trusted, ERROR_ACCESS_DENIED},
    {StoreErrc::damaged, ERROR_BADDB},
    {StoreErrc::newer_version, ERROR_OLD_WIN_VERSION},
    {StoreErrc::no_library, ERROR_MOD_NOT_FOUND},
    {StoreErrc::no_service, ERROR_SERVICE_DOES_NOT_EXIST},
    {StoreErrc::no_key, ERROR_FILE_NOT_FOUND},
    {StoreErrc::no_value, ERROR_FILE_NOT_FOUND},
    {StoreErrc::already_installed, ERROR_ALREADY_EXISTS},
    {StoreErrc::not_installed, ERROR_FILE_NOT_FOUND},
    {StoreErrc::no_free_run, ERROR_NO_SYSTEM_RESOURCES},
    {StoreErrc::invalid, ERROR_INVALID_PARAMETER},
    {StoreErrc::no_provider, ERROR_FILE_NOT_FOUND},
});

template <typename Key, std::size_t kSize>
std::uint32_t code_in(const std::array<CodeRow<Key>, kSize>& rows, Key key) noexcept {
  const auto found = std::ranges::find(rows, key, &CodeRow<Key>::key);
  return found == rows.end() ? ERROR_GEN_FAILURE : found->code;
}

}  // namespace

std::string describe(const FileRemark& remark) {
  return fmt::format("{}:{}: {}: {}", remark.file, remark.remark.line,
                     is_note(remark.remark.rule) ? "warning" : "error", describe(remark.remark));
}

std::string describe(const LoadFault& fault) {
  switch (fault.code) {
    case LoadErrc::nothing_named:
      return "no file or service is named";
    case LoadErrc::file:
      return fmt::format("{}: {}", fault.source.file, reason_of(fault.source));
    case LoadErrc::mistakes:
      return "its mistakes are listed above";
    case LoadErrc::unknown_language:
      return "there is no such language; 009 is English";
    case LoadErrc::no_library:
      return "the service has no value Library";
    case LoadErrc::other_content:
      return fmt::format("the provider {} is registered with other content; remove it first",
                         fault.store.source.file);
    case LoadErrc::ambiguous:
      return "several providers have this name; use a GUID";
    case LoadErrc::no_digest:
      return "libcrypto, which calculates SHA-256, is not installed";
    case LoadErrc::store:
      break;
  }
  return describe(fault.store);
}

std::uint32_t windows_code(const SourceFault& fault) noexcept {
  if (fault.error.has_value()) return ERROR_INVALID_DATA;
  return code_in(kSystemCodes, fault.errno_value);
}

std::uint32_t windows_code(const StoreFault& fault) noexcept {
  return fault.code == StoreErrc::io ? windows_code(fault.source)
                                     : code_in(kStoreCodes, fault.code);
}

std::uint32_t windows_code(const LoadFault& fault) noexcept {
  switch (fault.code) {
    case LoadErrc::nothing_named:
    case LoadErrc::unknown_language:
    case LoadErrc::ambiguous:
      return ERROR_INVALID_PARAMETER;
    case LoadErrc::file:
      return windows_code(fault.source);
    case LoadErrc::mistakes:
      return ERROR_INVALID_DATA;
    case LoadErrc::other_content:
      return ERROR_ALREADY_EXISTS;
    case LoadErrc::no_library:
      return ERROR_FILE_NOT_FOUND;
    case LoadErrc::no_digest:
      return ERROR_MOD_NOT_FOUND;
    case LoadErrc::store:
      break;
  }
  return windows_code(fault.store);
}

}  // namespace openperflib
