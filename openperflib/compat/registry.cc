#include <sys/utsname.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "openperflib/compat/registry_internal.h"

namespace openperflib::compat {
namespace {

constexpr std::uint32_t kHandleStep = 4;  // as on Windows, where the low two bits have no meaning

// The handles that are always open.
struct Predefined {
  std::uint32_t handle;
  const RegistryKey* key;
};
constexpr auto kPredefined =
    std::to_array<Predefined>({{OPENPERFLIB_HKEY_LOCAL_MACHINE, &kLocalMachine},
                               {OPENPERFLIB_HKEY_PERFORMANCE_DATA, &kPerformanceData},
                               {OPENPERFLIB_HKEY_PERFORMANCE_TEXT, &kPerformanceText},
                               {OPENPERFLIB_HKEY_PERFORMANCE_NLSTEXT, &kPerformanceNlsText}});

// The values that RegEnumValue lists for a performance key.
struct TitleValue {
  std::string_view name;
  ValueKind kind;
};
constexpr auto kTitleValues =
    std::to_array<TitleValue>({{"Counter", ValueKind::names}, {"Help", ValueKind::helps}});

std::uint32_t low_half(HKEY handle) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle));
}

// The handle with that number, sign-extended as on Windows.
HKEY handle_of(std::uint32_t number) { return OPENPERFLIB_HKEY(number); }

// The Windows code for an errno number.
LSTATUS code_of(const SourceFault& fault) {
  switch (fault.errno_value) {
    case EACCES:
    case EPERM:
      return ERROR_ACCESS_DENIED;
    case ENOENT:
      return ERROR_FILE_NOT_FOUND;
    case EMFILE:
    case ENFILE:
      return ERROR_TOO_MANY_OPEN_FILES;
    default:
      return ERROR_GEN_FAILURE;
  }
}

// Whether the key has that table. HKEY_PERFORMANCE_DATA has names in English only; its help texts,
// and both tables of the other keys, ignore the language.
bool has_table(KeyKind key, const ValueName& name) {
  if (name.kind == ValueKind::objects) return false;
  const bool is_names = name.kind == ValueKind::names || name.kind == ValueKind::added_names;
  return key != KeyKind::performance_data || !is_names || name.is_english();
}

// nullopt if it is not a REG_DWORD or not the number of a format.
std::optional<NameFormat> name_format_of(const StoredValue& value) {
  std::uint32_t number = 0;
  if (value.type != REG_DWORD || value.bytes.size() != sizeof(number)) return std::nullopt;
  std::memcpy(&number, value.bytes.data(), sizeof(number));
  for (const NameFormat format : {NameFormat::name, NameFormat::name_and_id}) {
    if (number == static_cast<std::uint32_t>(format)) return format;
  }
  return std::nullopt;
}

}  // namespace

const RegistryKey* Registry::find(HKEY handle) const {
  const std::uint32_t low = low_half(handle);
  for (const Predefined& one : kPredefined) {
    if (one.handle == low) return one.key;
  }
  const auto at = open_.find(low);
  return at == open_.end() ? nullptr : at->second;
}

std::expected<HKEY, LSTATUS> Registry::open(const RegistryKey& from, std::string_view path) {
  const auto found = find_key(from, path);
  if (!found.has_value()) return std::unexpected(found.error());
  const RegistryKey& key = **found;
  for (const Predefined& one : kPredefined) {
    const bool is_it = key.kind == KeyKind::ordinary ? one.key == &key : one.key->kind == key.kind;
    if (is_it) return handle_of(one.handle);
  }
  const std::uint32_t handle = next_handle_;
  next_handle_ += kHandleStep;
  open_.emplace(handle, &key);
  return handle_of(handle);
}

LSTATUS Registry::close(HKEY handle) {
  const RegistryKey* key = find(handle);
  if (key == nullptr) return ERROR_INVALID_HANDLE;
  if (key->kind == KeyKind::performance_data) release();
  open_.erase(low_half(handle));
  return ERROR_SUCCESS;
}

std::expected<void, LSTATUS> Registry::open_source() {
  if (source_ != nullptr) return {};
  auto source = LocalSource::open(titles_, options_);
  if (!source.has_value()) return std::unexpected(code_of(source.error()));
  source_ = *std::move(source);
  return {};
}

// Only other providers add titles, so that reading a table opens nothing without them.
const TitleTable& Registry::titles_of_machine() {
  if (!options_.providers || !open_source().has_value()) return titles_;
  auto set = source_->titles();
  if (set_ == nullptr || set_->generation() != set->generation()) {
    set_ = std::move(set);
    texts_ = TitleTexts(set_->table());
  }
  return set_->table();
}

std::expected<Bytes, LSTATUS> Registry::block(std::string_view value_name) {
  if (const auto opened = open_source(); !opened.has_value()) {
    return std::unexpected(opened.error());
  }
  const auto read = source_->read(ObjectRequest::of_value_name(value_name), snapshot_);
  if (!read.has_value()) return std::unexpected(code_of(read.error()));
  if (*read == ReadResult::end) return std::unexpected(ERROR_NO_MORE_ITEMS);  // recordings only
  return source_->block();
}

StoredValue Registry::number(const NumberValue& value) {
  number_ = value.setting == nullptr ? value.number(titles_of_machine())
                                     : static_cast<std::uint32_t>(options_.*value.setting);
  return {REG_DWORD, std::as_bytes(std::span(&number_, 1))};
}

std::expected<StoredValue, LSTATUS> Registry::titles(KeyKind key, const ValueName& name,
                                                     Encoding encoding) {
  if (!has_table(key, name)) return std::unexpected(ERROR_FILE_NOT_FOUND);
  (void)titles_of_machine();
  return StoredValue{REG_MULTI_SZ, texts_.text(name.kind, encoding)};
}

std::expected<StoredValue, LSTATUS> Registry::value(const RegistryKey& key, std::string_view name) {
  const NumberValue* found = find_value(key, name);
  if (found == nullptr) return std::unexpected(ERROR_FILE_NOT_FOUND);
  return number(*found);
}

std::expected<NamedValue, LSTATUS> Registry::value_at(const RegistryKey& key,
                                                      std::uint32_t position, Encoding encoding) {
  if (key.kind == KeyKind::ordinary) {
    if (position >= key.values.size()) return std::unexpected(ERROR_NO_MORE_ITEMS);
    return NamedValue{key.values[position].name, number(key.values[position])};
  }
  if (position >= kTitleValues.size()) return std::unexpected(ERROR_NO_MORE_ITEMS);
  const TitleValue& listed = kTitleValues.at(position);
  (void)titles_of_machine();
  return NamedValue{listed.name, {REG_MULTI_SZ, texts_.text(listed.kind, encoding)}};
}

LSTATUS Registry::set(const RegistryKey& key, std::string_view name, const StoredValue& value) {
  const NumberValue* found = find_value(key, name);
  if (found == nullptr || found->setting == nullptr) return ERROR_ACCESS_DENIED;
  const auto format = name_format_of(value);
  if (!format.has_value()) return ERROR_INVALID_PARAMETER;
  if (options_.*found->setting == *format) return ERROR_SUCCESS;
  options_.*found->setting = *format;
  release();
  return ERROR_SUCCESS;
}

std::string Registry::machine_name() {
  utsname name = {};
  return ::uname(&name) == 0 ? name.nodename : "";
}

void Registry::release() noexcept {
  source_.reset();
  snapshot_ = {};
  set_.reset();
  texts_ = TitleTexts(titles_);
}

}  // namespace openperflib::compat
