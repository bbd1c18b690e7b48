#include "openperflib/registry/registry.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/provider/provider.h"
#include "openperflib/registry/descriptor_share.h"
#include "openperflib/registry/ui_language.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The values of a performance key or a language that RegEnumValue lists.
struct TitleValue {
  std::string_view name;
  ValueKind kind;
};
constexpr auto kTitleValues =
    std::to_array<TitleValue>({{"Counter", ValueKind::names}, {"Help", ValueKind::helps}});

bool is_of_names(ValueKind kind) {
  return kind == ValueKind::names || kind == ValueKind::added_names;
}

// The Windows code for an errno number.
LSTATUS code_of_source_fault(const SourceFault& fault) {
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

}  // namespace

Registry::Registry(const TitleTable& titles, LocalSourceOptions options, StoreFolders folders,
                   ModuleFactory modules)
    : options_(std::move(options)),
      modules_(std::move(modules)),
      fixed_(titles),
      titles_(titles),
      stored_(titles, std::move(folders)),
      keys_(stored_) {}

LSTATUS Registry::close(HKEY handle) {
  const RegistryKey* key = keys_.find(handle);
  if (key == nullptr) return ERROR_INVALID_HANDLE;
  if (key->kind == KeyKind::performance_data) {
    is_key_used_ = false;
    kept_.reset();
    given_ = {};
    release_unless_used();
  }
  keys_.close(handle);
  return ERROR_SUCCESS;
}

std::expected<void, LSTATUS> Registry::open_source() {
  if (source_ != nullptr) return {};
  read_formats();
  share_descriptors_with_modules();
  auto source = LocalSource::open(fixed_, options_);
  if (!source.has_value()) return std::unexpected(code_of_source_fault(source.error()));
  source_ = *std::move(source);
  return {};
}

// By what is registered when the source is opened.
void Registry::share_descriptors_with_modules() {
  if (!modules_) return;
  const auto registration = stored_.read();
  const auto services = std::ranges::count_if(
      registration->services(),
      [](const RegisteredService& service) { return service.titles().has_value(); });
  const DescriptorShare share = share_descriptors(static_cast<std::size_t>(services));
  options_.kept_descriptors = share.files;
  options_.providers = [this, share] { return modules_(share.hosts); };
}

// What was set for this machine applies from now on.
void Registry::read_formats() {
  for (const FixedValue& value : kPerfProcPerformance.values) {
    const auto kept = stored_.format(value.name);
    if (!kept.has_value()) continue;
    const auto format = name_format_of({REG_DWORD, std::as_bytes(std::span(&*kept, 1))});
    if (format.has_value()) options_.*value.setting = *format;
  }
}

// Only other providers add titles, so that reading a table opens nothing without them.
const TitleTable& Registry::follow_titles() {
  const bool has_others = options_.providers || modules_;
  if (has_others && open_source().has_value()) titles_.follow(source_->titles());
  return titles_.table();
}

std::expected<Bytes, LSTATUS> Registry::block(std::string_view value_name) {
  if (const auto opened = open_source(); !opened.has_value()) {
    return std::unexpected(opened.error());
  }
  is_key_used_ = true;
  const auto read = source_->read(ObjectRequest::of_value_name(value_name), snapshot_);
  if (!read.has_value()) return std::unexpected(code_of_source_fault(read.error()));
  if (*read == ReadResult::end) return std::unexpected(ERROR_NO_MORE_ITEMS);  // recordings only
  return source_->block();
}

bool Registry::is_kept(std::string_view value_name, Clock::time_point now) const {
  constexpr auto kLongest = std::chrono::seconds{1};
  return kept_.has_value() && kept_->value_name == value_name &&
         kept_->thread == std::this_thread::get_id() && now - kept_->last_call <= kLongest;
}

std::expected<Bytes, LSTATUS> Registry::block_for(std::string_view value_name, std::size_t room,
                                                  Clock::time_point now) {
  if (!is_kept(value_name, now)) {
    kept_.reset();
    const Bytes bytes = OPENPERFLIB_TRY(block(value_name));
    if (bytes.size() <= room) return bytes;
    kept_ = KeptBlock{
        std::string(value_name), std::this_thread::get_id(), now, {bytes.begin(), bytes.end()}};
    return bytes;
  }
  if (kept_->bytes.size() > room) {
    kept_->last_call = now;
    return Bytes(kept_->bytes);
  }
  given_ = std::move(kept_->bytes);
  kept_.reset();
  return Bytes(given_);
}

std::expected<LocalSource*, LSTATUS> Registry::machine() {
  const auto opened = open_source();
  if (!opened.has_value()) return std::unexpected(opened.error());
  return source_.get();
}

void Registry::let_go() noexcept {
  --holders_;
  release_unless_used();
}

void Registry::release_unless_used() noexcept {
  if (holders_ == 0 && !is_key_used_) release();
}

std::uint32_t Registry::number_of(const FixedValue& value) {
  if (value.setting == nullptr) return value.number(follow_titles());
  if (source_ == nullptr) read_formats();
  return static_cast<std::uint32_t>(options_.*value.setting);
}

StoredValue Registry::fixed(const FixedValue& value, Encoding encoding) {
  if (!value.text.empty()) return stored(text_value(value.name, value.text), encoding);
  number_ = number_of(value);
  return {REG_DWORD, std::as_bytes(std::span(&number_, 1))};
}

StoredValue Registry::stored(const RegisteredValue& value, Encoding encoding) {
  bytes_ = bytes_in(encoding, value);
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

std::expected<StoredValue, LSTATUS> Registry::titles(KeyKind key, const ValueName& name,
                                                     Encoding encoding) {
  const RegisteredLanguage* const language = language_for(key, name);
  if (language == nullptr && !has_english_table(key, name)) {
    return std::unexpected(ERROR_FILE_NOT_FOUND);
  }
  (void)follow_titles();
  return titles_.value(name.kind, encoding, language);
}

// As HKEY_PERFORMANCE_DATA has them.
std::expected<StoredValue, LSTATUS> Registry::titles_of_language(const RegistryKey& key,
                                                                 std::string_view name,
                                                                 Encoding encoding) {
  for (const TitleValue& one : kTitleValues) {
    if (!equal_ignoring_case(one.name, name)) continue;
    return titles(KeyKind::performance_data, {one.kind, key.language}, encoding);
  }
  return std::unexpected(ERROR_FILE_NOT_FOUND);
}

std::expected<StoredValue, LSTATUS> Registry::value(const RegistryKey& key, std::string_view name,
                                                    Encoding encoding) {
  const FixedValue* const found = find_value(key, name);
  if (found != nullptr) return fixed(*found, encoding);
  if (key.language != 0) return titles_of_language(key, name, encoding);
  for (const RegisteredValue& one : stored_.values(key)) {
    if (equal_ignoring_case(one.name, name)) return stored(one, encoding);
  }
  return std::unexpected(ERROR_FILE_NOT_FOUND);
}

std::expected<NamedValue, LSTATUS> Registry::value_at(const RegistryKey& key,
                                                      std::uint32_t position, Encoding encoding) {
  if (key.kind == KeyKind::ordinary && key.language == 0) {
    if (position < key.values.size()) {
      return NamedValue{key.values[position].name, fixed(key.values[position], encoding)};
    }
    listed_ = stored_.values(key);
    const std::size_t at = position - key.values.size();
    if (at >= listed_.size()) return std::unexpected(ERROR_NO_MORE_ITEMS);
    return NamedValue{listed_[at].name, stored(listed_[at], encoding)};
  }
  if (position >= kTitleValues.size()) return std::unexpected(ERROR_NO_MORE_ITEMS);
  const TitleValue& listed = kTitleValues.at(position);
  const auto table = key.language == 0 ? titles(key.kind, {.kind = listed.kind}, encoding)
                                       : titles_of_language(key, listed.name, encoding);
  if (!table.has_value()) return std::unexpected(table.error());
  return NamedValue{listed.name, *table};
}

// It applies to this process at once, and to all others from their next start on.
LSTATUS Registry::set_format(const FixedValue& value, const StoredValue& given) {
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
  const FixedValue* const found = find_value(key, name);
  if (found != nullptr) {
    return found->setting == nullptr ? ERROR_ACCESS_DENIED : set_format(*found, value);
  }
  return stored_.set(key, registered(name, value, encoding));
}

LSTATUS Registry::set_below(const RegistryKey& from, std::string_view path, std::string_view name,
                            const StoredValue& value, Encoding encoding) {
  const auto reached = keys_.reach(from, path);
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

void Registry::release_in_child() noexcept {
  if (source_ != nullptr) source_->forget();
  release();
}

void Registry::release() noexcept {
  source_.reset();
  snapshot_ = {};
  kept_.reset();
  given_ = {};
  titles_.release();
}

}  // namespace openperflib
