#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "openperflib/compat/registry_internal.h"
#include "openperflib/compat/ui_language_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/multi_string.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/translated_titles.h"

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

bool is_of_names(ValueKind kind) {
  return kind == ValueKind::names || kind == ValueKind::added_names;
}

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

// Whether the key has that table in English. HKEY_PERFORMANCE_DATA has names in the language that
// is asked for; its help texts, and both tables of the other keys, ignore the language.
bool has_english_table(KeyKind key, const ValueName& name) {
  if (name.kind == ValueKind::objects) return false;
  return key != KeyKind::performance_data || !is_of_names(name.kind) || name.is_english();
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

// Takes the first name off a path.
std::string_view next_name(std::string_view& path) {
  const std::string_view name = path.substr(0, path.find('\\'));
  path.remove_prefix(name.size());
  if (!path.empty()) path.remove_prefix(1);
  return name;
}

// Texts are stored in UTF-16; A functions have them in UTF-8.
bool is_text(std::uint32_t type) {
  return type == REG_SZ || type == REG_EXPAND_SZ || type == REG_MULTI_SZ;
}

// The value as it is stored.
RegisteredValue registered(std::string_view name, const StoredValue& value, Encoding encoding) {
  RegisteredValue stored{.name = std::string(name), .type = value.type, .data = {}};
  if (encoding == Encoding::utf8 && is_text(value.type)) {
    const std::u16string text = utf16_from_utf8(as_text(value.bytes));
    const Bytes bytes = std::as_bytes(std::span(text));
    stored.data.assign(bytes.begin(), bytes.end());
  } else {
    stored.data.assign(value.bytes.begin(), value.bytes.end());
  }
  return stored;
}

}  // namespace

const RegistryKey* Registry::find(HKEY handle) const {
  const std::uint32_t low = low_half(handle);
  for (const Predefined& one : kPredefined) {
    if (one.handle == low) return one.key;
  }
  const auto at = open_.find(low);
  return at == open_.end() ? nullptr : at->second.key;
}

bool Registry::may(HKEY handle, REGSAM rights) const {
  const auto at = open_.find(low_half(handle));
  return at == open_.end() || (at->second.access & rights) == rights;
}

std::expected<Registry::Reached, LSTATUS> Registry::reach(const RegistryKey& from,
                                                          std::string_view path) {
  if (path.starts_with('\\')) return std::unexpected(ERROR_BAD_PATHNAME);
  Reached reached{&from, {}};
  while (!path.empty()) {
    const std::string_view name = next_name(path);
    const RegistryKey* next = nullptr;
    if (reached.missing.empty()) next = find_child(*reached.key, name);
    if (reached.missing.empty() && next == nullptr) next = stored_.child(*reached.key, name);
    if (next == nullptr) {
      reached.missing.push_back(name);
    } else {
      reached.key = next;
    }
  }
  return reached;
}

std::expected<const RegistryKey*, LSTATUS> Registry::locate(const RegistryKey& from,
                                                            std::string_view path) {
  const auto reached = reach(from, path);
  if (!reached.has_value()) return std::unexpected(reached.error());
  if (!reached->missing.empty()) return std::unexpected(ERROR_FILE_NOT_FOUND);
  return reached->key;
}

HKEY Registry::add_handle(const RegistryKey& key, REGSAM access) {
  for (const Predefined& one : kPredefined) {
    const bool is_it = key.kind == KeyKind::ordinary ? one.key == &key : one.key->kind == key.kind;
    if (is_it) return handle_of(one.handle);
  }
  const std::uint32_t handle = next_handle_;
  next_handle_ += kHandleStep;
  open_.emplace(handle, OpenKey{&key, access});
  return handle_of(handle);
}

std::expected<HKEY, LSTATUS> Registry::open(const RegistryKey& from, std::string_view path,
                                            REGSAM access) {
  const auto found = locate(from, path);
  if (!found.has_value()) return std::unexpected(found.error());
  const RegistryKey& key = **found;
  const bool is_for_change = (access & (KEY_SET_VALUE | KEY_CREATE_SUB_KEY | DELETE)) != 0;
  if (is_for_change && key.stored != nullptr && !stored_.is_own(*key.stored)) {
    return std::unexpected(ERROR_ACCESS_DENIED);
  }
  const bool is_for_all = (access & MAXIMUM_ALLOWED) != 0;
  return add_handle(key, is_for_all ? access | KEY_ALL_ACCESS : access);
}

std::expected<HKEY, LSTATUS> Registry::create(const RegistryKey& from, std::string_view path,
                                              REGSAM access, bool& is_new) {
  const auto reached = reach(from, path);
  if (!reached.has_value()) return std::unexpected(reached.error());
  is_new = !reached->missing.empty();
  if (!is_new) return open(*reached->key, "", access);
  const auto created = stored_.create(*reached->key, reached->missing);
  if (!created.has_value()) return std::unexpected(created.error());
  return open(**created, "", access);
}

LSTATUS Registry::empty(const RegistryKey& key) {
  if (key.stored == nullptr) return ERROR_ACCESS_DENIED;
  for (const std::string& name : subkeys(key)) {
    const LSTATUS code = remove(key, name, true);
    if (code != ERROR_SUCCESS) return code;
  }
  for (const RegisteredValue& value : stored_.values(key)) {
    const LSTATUS code = stored_.remove_value(key, value.name);
    if (code != ERROR_SUCCESS) return code;
  }
  return ERROR_SUCCESS;
}

LSTATUS Registry::remove(const RegistryKey& from, std::string_view path, bool with_all) {
  const auto found = locate(from, path);
  if (!found.has_value()) return found.error();
  const RegistryKey& key = **found;
  if (key.stored == nullptr) return ERROR_ACCESS_DENIED;
  if (!with_all && !subkeys(key).empty()) return ERROR_ACCESS_DENIED;
  return stored_.remove(*key.stored);
}

bool Registry::is_gone(const RegistryKey& key) {
  return key.stored != nullptr && !stored_.exists(*key.stored);
}

std::vector<std::string> Registry::subkeys(const RegistryKey& key) {
  std::vector<std::string> names;
  std::uint32_t position = 0;
  while (const RegistryKey* const child = subkey_at(key, position++)) {
    names.emplace_back(child->name);
  }
  for (std::string& name : stored_.children(key)) names.push_back(std::move(name));
  return names;
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
  read_formats();
  auto source = LocalSource::open(titles_, options_);
  if (!source.has_value()) return std::unexpected(code_of(source.error()));
  source_ = *std::move(source);
  return {};
}

// What was set for this machine applies from now on.
void Registry::read_formats() {
  for (const NumberValue& value : kPerfProcPerformance.values) {
    const auto kept = stored_.format(value.name);
    if (!kept.has_value()) continue;
    const auto format = name_format_of({REG_DWORD, std::as_bytes(std::span(&*kept, 1))});
    if (format.has_value()) options_.*value.setting = *format;
  }
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

std::uint32_t Registry::number_of(const NumberValue& value) {
  if (value.setting == nullptr) return value.number(titles_of_machine());
  if (source_ == nullptr) read_formats();
  return static_cast<std::uint32_t>(options_.*value.setting);
}

StoredValue Registry::number(const NumberValue& value) {
  number_ = number_of(value);
  return {REG_DWORD, std::as_bytes(std::span(&number_, 1))};
}

StoredValue Registry::stored(const RegisteredValue& value, Encoding encoding) {
  if (encoding == Encoding::utf8 && is_text(value.type)) {
    bytes_ = utf8_from_all_utf16(value.data);
  } else {
    bytes_.assign(as_text(value.data));
  }
  return {value.type, as_bytes(bytes_)};
}

const RegisteredLanguage* Registry::language_for(KeyKind key, const ValueName& name) {
  LanguageId wanted = kEnglish;
  if (key == KeyKind::performance_data) wanted = language_of(name.language).value_or(kEnglish);
  if (key == KeyKind::performance_nlstext) wanted = ui_language();
  if (wanted == kEnglish || name.kind == ValueKind::objects) return nullptr;
  registration_ = stored_.read();
  const auto languages = registration_->languages();
  const auto found = std::ranges::find(languages, wanted, &RegisteredLanguage::language);
  return found == languages.end() ? nullptr : &*found;
}

// Every index, in English where there is no translation.
StoredValue Registry::translated(const RegisteredLanguage& language, ValueKind kind,
                                 Encoding encoding) {
  const TitleTable& english = titles_of_machine();
  const bool is_added = kind == ValueKind::added_names || kind == ValueKind::added_helps;
  const auto merged =
      translated_titles(is_of_names(kind) ? english.names() : english.helps(), language.titles);
  bytes_ = multi_string_of(merged, is_added ? title::kLastBaseIndex : 0);
  if (encoding == Encoding::utf8) return {REG_MULTI_SZ, as_bytes(bytes_)};
  const std::u16string utf16 = utf16_from_utf8(bytes_);
  const Bytes bytes = std::as_bytes(std::span(utf16));
  bytes_.assign(as_text(bytes));
  return {REG_MULTI_SZ, as_bytes(bytes_)};
}

std::expected<StoredValue, LSTATUS> Registry::titles(KeyKind key, const ValueName& name,
                                                     Encoding encoding) {
  if (const RegisteredLanguage* const language = language_for(key, name)) {
    return translated(*language, name.kind, encoding);
  }
  if (!has_english_table(key, name)) return std::unexpected(ERROR_FILE_NOT_FOUND);
  (void)titles_of_machine();
  return StoredValue{REG_MULTI_SZ, texts_.text(name.kind, encoding)};
}

std::expected<StoredValue, LSTATUS> Registry::value(const RegistryKey& key, std::string_view name,
                                                    Encoding encoding) {
  const NumberValue* const found = find_value(key, name);
  if (found != nullptr) return number(*found);
  for (const RegisteredValue& one : stored_.values(key)) {
    if (equal_ignoring_case(one.name, name)) return stored(one, encoding);
  }
  return std::unexpected(ERROR_FILE_NOT_FOUND);
}

std::expected<NamedValue, LSTATUS> Registry::value_at(const RegistryKey& key,
                                                      std::uint32_t position, Encoding encoding) {
  if (key.kind == KeyKind::ordinary) {
    if (position < key.values.size()) {
      return NamedValue{key.values[position].name, number(key.values[position])};
    }
    listed_ = stored_.values(key);
    const std::size_t at = position - key.values.size();
    if (at >= listed_.size()) return std::unexpected(ERROR_NO_MORE_ITEMS);
    return NamedValue{listed_[at].name, stored(listed_[at], encoding)};
  }
  if (position >= kTitleValues.size()) return std::unexpected(ERROR_NO_MORE_ITEMS);
  const TitleValue& listed = kTitleValues.at(position);
  (void)titles_of_machine();
  return NamedValue{listed.name, {REG_MULTI_SZ, texts_.text(listed.kind, encoding)}};
}

// It applies to this process at once, and to all others from their next start on.
LSTATUS Registry::set_format(const NumberValue& value, const StoredValue& given) {
  const auto format = name_format_of(given);
  if (!format.has_value()) return ERROR_INVALID_PARAMETER;
  if (options_.*value.setting == *format) return ERROR_SUCCESS;
  if (stored_.is_kept()) {
    const LSTATUS code = stored_.set_format(value.name, static_cast<std::uint32_t>(*format));
    if (code != ERROR_SUCCESS) return code;
  }
  options_.*value.setting = *format;
  release();
  return ERROR_SUCCESS;
}

LSTATUS Registry::set(const RegistryKey& key, std::string_view name, const StoredValue& value,
                      Encoding encoding) {
  const NumberValue* const found = find_value(key, name);
  if (found != nullptr) {
    return found->setting == nullptr ? ERROR_ACCESS_DENIED : set_format(*found, value);
  }
  return stored_.set(key, registered(name, value, encoding));
}

LSTATUS Registry::set_below(const RegistryKey& from, std::string_view path, std::string_view name,
                            const StoredValue& value, Encoding encoding) {
  const auto reached = reach(from, path);
  if (!reached.has_value()) return reached.error();
  if (reached->missing.empty()) return set(*reached->key, name, value, encoding);
  const RegisteredValue given = registered(name, value, encoding);
  const auto created = stored_.create(*reached->key, reached->missing, &given);
  return created.has_value() ? ERROR_SUCCESS : created.error();
}

LSTATUS Registry::remove_value(const RegistryKey& key, std::string_view name) {
  if (find_value(key, name) != nullptr) return ERROR_ACCESS_DENIED;
  return stored_.remove_value(key, name);
}

std::string Registry::machine_name() {
  utsname name = {};
  return ::uname(&name) == 0 ? name.nodename : "";
}

void Registry::release_in_child() noexcept {
  if (source_ != nullptr) source_->forget();
  release();
}

void Registry::release() noexcept {
  source_.reset();
  snapshot_ = {};
  set_.reset();
  texts_ = TitleTexts(titles_);
}

}  // namespace openperflib::compat
