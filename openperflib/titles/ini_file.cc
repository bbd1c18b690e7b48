#include "openperflib/titles/ini_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/remark_list_internal.h"
#include "openperflib/titles/section_reader_internal.h"
#include "openperflib/titles/text_checks_internal.h"

namespace openperflib {
namespace {

using TextKind = IniText::Kind;

// The three parts of "QRATE_009_NAME".
struct TextKey {
  std::string_view symbol;
  std::string_view language;
  TextKind kind = TextKind::name;
};

struct Suffix {
  std::string_view text;
  TextKind kind;
};
constexpr auto kSuffixes =
    std::to_array<Suffix>({{"_NAME", TextKind::name}, {"_HELP", TextKind::help}});

std::optional<TextKey> text_key_of(std::string_view key) noexcept {
  for (const Suffix& suffix : kSuffixes) {
    if (key.size() < suffix.text.size()) continue;
    const std::size_t end = key.size() - suffix.text.size();
    if (!equal_ignoring_case(key.substr(end), suffix.text)) continue;
    const std::size_t before_language = key.substr(0, end).rfind('_');
    if (before_language == key.npos || before_language == 0) return std::nullopt;
    return TextKey{key.substr(0, before_language),
                   key.substr(before_language + 1, end - before_language - 1), suffix.kind};
  }
  return std::nullopt;
}

bool all_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

constexpr std::uint32_t kWindows1252CodePage = 1252;

std::optional<LanguageId> title_language_of(std::string_view text) noexcept {
  return is_neutral_language(text) ? kNeutral : language_of(text);
}

// The code page of one line in a file without a byte order mark, which is not UTF-8: that of its
// language in [text]. All that programs look at elsewhere is ASCII.
std::optional<std::uint32_t> code_page_of(std::string_view key) noexcept {
  const auto text_key = text_key_of(key);
  if (!text_key.has_value()) return kWindows1252CodePage;
  const auto language = language_of(text_key->language);
  return language.has_value() ? ansi_code_page_of(*language) : kWindows1252CodePage;
}

// Fills one IniFile, line by line.
class IniReader {
 public:
  IniReader(Bytes bytes, CodePageDecoder decode) : text_(edited_text_of(bytes)), decode_(decode) {
    is_of_code_pages_ = text_.is_windows_1252;
    if (is_of_code_pages_) text_.text = without_dos_end(as_text(bytes));
  }
  IniFile read();

 private:
  using Take = void (IniReader::*)(const SectionLine& line);
  struct Section {
    std::string_view name;
    Take take;
    std::size_t IniFile::Lines::* begins;
  };
  struct InfoKey {
    std::string_view name;
    Take take;
  };
  static const std::array<Section, 4> kSections;
  static const std::array<InfoKey, 3> kInfoKeys;

  void take(const SectionLine& line);
  // Takes a line whose texts are in a code page.
  void take_encoded(const SectionLine& line);
  [[nodiscard]] std::optional<std::string> decoded(std::string_view text,
                                                   std::optional<std::uint32_t> code_page) const;
  void open(const SectionLine& line);
  void take_info(const SectionLine& line);
  void take_driver_name(const SectionLine& line);
  void take_symbol_file(const SectionLine& line);
  void take_trusted(const SectionLine& line);
  void take_object(const SectionLine& line);
  void take_language(const SectionLine& line);
  void take_text(const SectionLine& line);
  void ignore(const SectionLine& /*line*/) {}
  // Whether a line has a = and can be decoded; otherwise remarks.
  bool is_sound(const SectionLine& line);
  // The text of a line of [text], which goes into the file in any case.
  void check_text(const SectionLine& line, const IniText& text);
  // What the whole file lacks.
  void check_whole();

  FileText text_;
  CodePageDecoder decode_;
  bool is_of_code_pages_ = false;  // text_.text then has the bytes of the file
  IniFile file_;
  RemarkList remarks_{TitleFile::ini};
  Take take_ = nullptr;                      // of the section; null: there is none yet
  std::unordered_set<std::string> objects_;  // symbols; what a line has may live as long as it
  std::unordered_set<LanguageId> languages_;
  bool has_driver_name_ = false;
  bool has_symbol_file_ = false;
};

constexpr std::array<IniReader::Section, 4> IniReader::kSections = {
    {{"info", &IniReader::take_info, &IniFile::Lines::info},
     {"objects", &IniReader::take_object, &IniFile::Lines::objects},
     {"languages", &IniReader::take_language, &IniFile::Lines::languages},
     {"text", &IniReader::take_text, &IniFile::Lines::text}}};
constexpr std::array<IniReader::InfoKey, 3> IniReader::kInfoKeys = {
    {{"drivername", &IniReader::take_driver_name},
     {"symbolfile", &IniReader::take_symbol_file},
     {"trusted", &IniReader::take_trusted}}};

bool IniReader::is_sound(const SectionLine& line) {
  if (line.kind == SectionLine::Kind::bare) {
    remarks_.add(line.number, TitleRule::no_equals_sign, line.key);
    return false;
  }
  const bool has_replacement = line.key.find(kReplacementCharacter) != line.key.npos ||
                               line.value.find(kReplacementCharacter) != line.value.npos;
  if (text_.has_replacements && has_replacement) {
    remarks_.add(line.number, TitleRule::undecodable, line.key);
    return false;
  }
  return true;
}

void IniReader::open(const SectionLine& line) {
  const std::string_view name = trimmed(line.key);
  for (const Section& section : kSections) {
    if (!equal_ignoring_case(section.name, name)) continue;
    take_ = section.take;
    std::size_t& begins = file_.lines.*section.begins;
    if (begins == 1) begins = line.number;
    return;
  }
  take_ = &IniReader::ignore;
  remarks_.add(line.number, TitleRule::section_unknown, name);
}

void IniReader::take_info(const SectionLine& line) {
  const auto equals = [&](std::string_view name) { return equal_ignoring_case(name, line.key); };
  const auto key = std::ranges::find_if(kInfoKeys, equals, &InfoKey::name);
  if (key != kInfoKeys.end()) return (this->*key->take)(line);
  if (is_sound(line)) remarks_.add(line.number, TitleRule::key_unknown, line.key);
}

void IniReader::take_driver_name(const SectionLine& line) {
  if (std::exchange(has_driver_name_, true)) {
    return remarks_.add(line.number, TitleRule::given_twice, line.key);
  }
  if (!is_sound(line)) return;
  const std::string_view name = trimmed(line.value);
  if (!is_service_name(name)) {
    return remarks_.add(line.number, TitleRule::driver_name_invalid, name);
  }
  file_.driver_name = name;
}

void IniReader::take_symbol_file(const SectionLine& line) {
  if (std::exchange(has_symbol_file_, true)) {
    return remarks_.add(line.number, TitleRule::given_twice, line.key);
  }
  if (!is_sound(line)) return;
  const std::string_view name = trimmed(line.value);
  if (!is_plain_name(name)) {
    return remarks_.add(line.number, TitleRule::symbol_file_invalid, name);
  }
  file_.symbol_file = name;
}

// Any value, and none: only that it is there counts.
void IniReader::take_trusted(const SectionLine& /*line*/) { file_.is_trusted = true; }

void IniReader::take_object(const SectionLine& line) {
  if (!is_sound(line)) return;
  const auto key = text_key_of(line.key);
  if (!key.has_value() || key->kind != TextKind::name || !title_language_of(key->language)) {
    return remarks_.add(line.number, TitleRule::object_key_invalid, line.key);
  }
  if (!objects_.emplace(key->symbol).second) return;  // once for each language
  file_.objects.push_back({std::string(key->symbol), line.number});
}

void IniReader::take_language(const SectionLine& line) {
  if (!is_sound(line)) return;
  const auto language = title_language_of(line.key);
  if (!language.has_value()) {
    return remarks_.add(line.number, TitleRule::language_invalid, line.key);
  }
  if (!languages_.insert(*language).second) {
    return remarks_.add(line.number, TitleRule::given_twice, line.key);
  }
  file_.languages.push_back({*language, line.number});
}

void IniReader::take_text(const SectionLine& line) {
  if (!is_sound(line)) return;
  const auto key = text_key_of(line.key);
  if (!key.has_value()) {
    return remarks_.add(line.number, TitleRule::text_key_invalid, line.key);
  }
  const auto language = title_language_of(key->language);
  if (!language.has_value()) {
    return remarks_.add(line.number, TitleRule::language_invalid, key->language);
  }
  file_.texts.push_back({std::string(key->symbol), *language, key->kind,
                         std::string(trimmed(line.value)), line.number});
  check_text(line, file_.texts.back());
}

void IniReader::check_text(const SectionLine& line, const IniText& text) {
  if (has_control_character(text.text)) {
    remarks_.add(line.number, TitleRule::control_character, line.key);
  }
  if (text.kind == TextKind::help) return;
  if (text.text.empty()) remarks_.add(line.number, TitleRule::name_empty, line.key);
  if (character_count(text.text) > kMostNameCharacters) {
    remarks_.add(line.number, TitleRule::name_too_long, line.key);
  }
}

std::optional<std::string> IniReader::decoded(std::string_view text,
                                              std::optional<std::uint32_t> code_page) const {
  if (all_ascii(text)) return std::string(text);
  if (code_page == kWindows1252CodePage) return utf8_from_windows_1252(text);
  if (!code_page.has_value() || decode_ == nullptr) return std::nullopt;
  return decode_(*code_page, std::as_bytes(std::span(text)));
}

// The values of [objects] and [languages] mean nothing, in whatever code page they are.
void IniReader::take_encoded(const SectionLine& line) {
  const bool has_value = take_ == &IniReader::take_text || take_ == &IniReader::take_info;
  const auto code_page = has_value ? code_page_of(line.key) : kWindows1252CodePage;
  const auto key = decoded(line.key, kWindows1252CodePage);
  const auto value = decoded(has_value ? line.value : std::string_view(), code_page);
  if (key.has_value() && value.has_value()) {
    return (this->*take_)(SectionLine{line.kind, line.number, *key, *value});
  }
  const std::string page =
      code_page.has_value() ? fmt::format("code page {}", *code_page) : "no code page is known";
  remarks_.add(line.number, TitleRule::code_page_unfit, fmt::format("{} ({})", line.key, page));
}

void IniReader::take(const SectionLine& line) {
  switch (line.kind) {
    case SectionLine::Kind::section:
      return open(line);
    case SectionLine::Kind::open_section:
      return remarks_.add(line.number, TitleRule::section_not_closed, line.key);
    case SectionLine::Kind::entry:
    case SectionLine::Kind::bare:
      if (take_ != nullptr && is_of_code_pages_) return take_encoded(line);
      if (take_ != nullptr) return (this->*take_)(line);
      return remarks_.add(line.number, TitleRule::before_first_section, line.key);
  }
}

void IniReader::check_whole() {
  if (!has_driver_name_) remarks_.add(file_.lines.info, TitleRule::driver_name_missing);
  if (!has_symbol_file_) remarks_.add(file_.lines.info, TitleRule::symbol_file_missing);
  if (file_.texts.empty()) remarks_.add(file_.lines.text, TitleRule::no_names);
  if (file_.objects.empty()) remarks_.add(file_.lines.objects, TitleRule::no_objects);
}

IniFile IniReader::read() {
  SectionReader reader(text_.text);
  while (!remarks_.is_full()) {
    const auto line = reader.next();
    if (!line.has_value()) break;
    take(*line);
  }
  check_whole();
  file_.remarks = remarks_.take();
  std::ranges::stable_sort(file_.remarks, {}, &TitleRemark::line);
  return std::move(file_);
}

}  // namespace

IniFile IniFile::read(Bytes bytes, CodePageDecoder decode) {
  if (bytes.size() > kMostTitleFileBytes) {
    return {.remarks = {{TitleFile::ini, 1, TitleRule::file_too_large, "16 MiB"}}};
  }
  return IniReader(bytes, decode).read();
}

}  // namespace openperflib
