#include "openperflib/titles/backup_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "openperflib/base/whole_number_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/ini_file.h"
#include "openperflib/titles/remark_list_internal.h"
#include "openperflib/titles/section_reader_internal.h"
#include "openperflib/titles/text_checks_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kPerflib = "Perflib";
constexpr std::string_view kServicePrefix = "PERF_";
constexpr std::string_view kStringsPrefix = "PerfStrings_";
constexpr std::string_view kDisabled = "Disable Performance Counters";

// A number that a section must have.
template <typename Target>
struct NumberKey {
  std::string_view name;
  std::uint32_t Target::* number;
};
constexpr auto kPerflibKeys =
    std::to_array<NumberKey<BackupFile>>({{"Base Index", &BackupFile::base_index},
                                          {"Last Counter", &BackupFile::last_counter},
                                          {"Last Help", &BackupFile::last_help}});
constexpr auto kServiceKeys =
    std::to_array<NumberKey<BackupService>>({{"First Counter", &BackupService::first_counter},
                                             {"First Help", &BackupService::first_help},
                                             {"Last Counter", &BackupService::last_counter},
                                             {"Last Help", &BackupService::last_help}});

// Makes the text of a backup, in UTF-8. Sections are separated by an empty line; the last line has
// no end.
class BackupWriter {
 public:
  std::string write(const BackupFile& file);

 private:
  void section(std::string_view prefix, std::string_view name);
  void line(std::string_view key, std::uint32_t number);
  void title(const BackupTitle& title);

  std::string text_;
};

void BackupWriter::section(std::string_view prefix, std::string_view name) {
  fmt::format_to(std::back_inserter(text_), "{}{}[{}{}]", kLineEnd, kLineEnd, prefix, name);
}

void BackupWriter::line(std::string_view key, std::uint32_t number) {
  fmt::format_to(std::back_inserter(text_), "{}{}={}", kLineEnd, key, number);
}

void BackupWriter::title(const BackupTitle& title) {
  fmt::format_to(std::back_inserter(text_), "{}{}=", kLineEnd, title.index);
  for (const char c : title.text) text_ += c == '\r' || c == '\n' || c == '\0' ? ' ' : c;
}

std::string BackupWriter::write(const BackupFile& file) {
  section({}, kPerflib);
  for (const auto& key : kPerflibKeys) line(key.name, file.*key.number);
  for (const BackupService& service : file.services) {
    section(kServicePrefix, service.name);
    for (const auto& key : kServiceKeys) line(key.name, service.*key.number);
    if (service.disabled.has_value()) line(kDisabled, *service.disabled);
  }
  for (const BackupLanguage& language : file.languages) {
    section(kStringsPrefix, language_text(language.language));
    for (const BackupTitle& one : language.titles) title(one);
  }
  return std::move(text_);
}

// Fills one BackupFile, line by line.
class BackupReader {
 public:
  explicit BackupReader(FileText text) : text_(std::move(text)) {}
  std::expected<BackupReading, TitleRemarks> read();

 private:
  enum class Section { none, ignored, perflib, service, strings };

  void take(const SectionLine& line);
  void take_entry(const SectionLine& line);
  void open(const SectionLine& line);
  void open_service(std::string_view name);
  void open_strings(std::string_view language);
  // Remarks on numbers that the section lacks, once it has ended.
  void close();
  void close_service();
  // The number of one of `keys`; remarks on anything else.
  template <typename Target, std::size_t N>
  void take_number(const SectionLine& line, Target& target,
                   const std::array<NumberKey<Target>, N>& keys);
  template <typename Target, std::size_t N>
  void require(const std::array<NumberKey<Target>, N>& keys);
  void take_service(const SectionLine& line);
  void take_title(const SectionLine& line);
  // A decimal number, each key once; otherwise remarks.
  std::optional<std::uint32_t> take_value(const SectionLine& line);
  void sort();

  FileText text_;
  BackupFile file_;
  RemarkList remarks_{TitleFile::backup};
  Section section_ = Section::none;
  std::string_view section_name_;
  std::size_t section_line_ = 1;
  std::unordered_set<std::string> sections_;   // folded names
  std::unordered_set<std::string> keys_;       // of this section, folded
  std::unordered_set<std::uint32_t> indices_;  // of this section
};

void BackupReader::open_service(std::string_view name) {
  section_ = Section::service;
  if (!is_service_name(name)) {
    remarks_.add(section_line_, TitleRule::service_invalid, name);
  }
  file_.services.push_back({std::string(name)});
}

void BackupReader::open_strings(std::string_view language) {
  const auto id = language_of(language);
  if (!id.has_value()) {
    return remarks_.add(section_line_, TitleRule::language_invalid, language);
  }
  const auto same = std::ranges::find(file_.languages, *id, &BackupLanguage::language);
  if (same != file_.languages.end()) {  // "9" and "009"
    return remarks_.add(section_line_, TitleRule::given_twice, section_name_);
  }
  section_ = Section::strings;
  file_.languages.push_back({*id, {}});
}

void BackupReader::open(const SectionLine& line) {
  close();
  keys_.clear();
  indices_.clear();
  section_name_ = line.key;
  section_line_ = line.number;
  section_ = Section::ignored;
  const std::string_view name = line.key;
  const auto has_prefix = [name](std::string_view prefix) {
    return equal_ignoring_case(name.substr(0, prefix.size()), prefix);
  };
  if (!sections_.insert(folded(name)).second) {
    return remarks_.add(line.number, TitleRule::given_twice, name);
  }
  if (equal_ignoring_case(name, kPerflib)) {
    section_ = Section::perflib;
  } else if (has_prefix(kStringsPrefix)) {
    open_strings(name.substr(kStringsPrefix.size()));
  } else if (has_prefix(kServicePrefix)) {
    open_service(name.substr(kServicePrefix.size()));
  } else {
    remarks_.add(line.number, TitleRule::section_unknown, name);
  }
}

template <typename Target, std::size_t N>
void BackupReader::require(const std::array<NumberKey<Target>, N>& keys) {
  for (const auto& key : keys) {
    if (keys_.contains(folded(key.name))) continue;
    remarks_.add(section_line_, TitleRule::value_missing,
                 fmt::format("{} of [{}]", key.name, section_name_));
  }
}

void BackupReader::close_service() {
  require(kServiceKeys);
  const BackupService& service = file_.services.back();
  if (service.first_counter <= service.last_counter && service.first_help <= service.last_help) {
    return;
  }
  remarks_.add(section_line_, TitleRule::range_invalid, service.name);
}

void BackupReader::close() {
  if (section_ == Section::perflib) require(kPerflibKeys);
  if (section_ == Section::service) close_service();
}

std::optional<std::uint32_t> BackupReader::take_value(const SectionLine& line) {
  if (!keys_.insert(folded(line.key)).second) {
    remarks_.add(line.number, TitleRule::given_twice, line.key);
    return std::nullopt;
  }
  const auto number = whole_number<std::uint32_t>(trimmed(line.value));
  if (!number.has_value()) remarks_.add(line.number, TitleRule::value_not_a_number, line.key);
  return number;
}

template <typename Target, std::size_t N>
void BackupReader::take_number(const SectionLine& line, Target& target,
                               const std::array<NumberKey<Target>, N>& keys) {
  for (const auto& key : keys) {
    if (!equal_ignoring_case(key.name, line.key)) continue;
    target.*key.number = take_value(line).value_or(target.*key.number);
    return;
  }
  remarks_.add(line.number, TitleRule::key_unknown, line.key);
}

void BackupReader::take_service(const SectionLine& line) {
  BackupService& service = file_.services.back();
  if (!equal_ignoring_case(line.key, kDisabled)) return take_number(line, service, kServiceKeys);
  if (const auto number = take_value(line)) service.disabled = number;
}

void BackupReader::take_title(const SectionLine& line) {
  const auto index = whole_number<std::uint32_t>(line.key);
  if (!index.has_value() || *index == 0) {
    return remarks_.add(line.number, TitleRule::index_invalid, line.key);
  }
  if (!indices_.insert(*index).second) {
    return remarks_.add(line.number, TitleRule::given_twice, line.key);
  }
  if (text_.has_replacements && line.value.find(kReplacementCharacter) != line.value.npos) {
    return remarks_.add(line.number, TitleRule::undecodable, line.key);
  }
  if (line.value.find('\0') != line.value.npos) {
    return remarks_.add(line.number, TitleRule::control_character, line.key);
  }
  file_.languages.back().titles.push_back({*index, std::string(line.value)});
}

void BackupReader::take_entry(const SectionLine& line) {
  switch (section_) {
    case Section::none:
      return remarks_.add(line.number, TitleRule::before_first_section, line.key);
    case Section::ignored:
      return;
    case Section::perflib:
      return take_number(line, file_, kPerflibKeys);
    case Section::service:
      return take_service(line);
    case Section::strings:
      return take_title(line);
  }
}

void BackupReader::take(const SectionLine& line) {
  switch (line.kind) {
    case SectionLine::Kind::section:
      return open(line);
    case SectionLine::Kind::open_section:
      return remarks_.add(line.number, TitleRule::section_not_closed, line.key);
    case SectionLine::Kind::bare:
      return remarks_.add(line.number, TitleRule::no_equals_sign, line.key);
    case SectionLine::Kind::entry:
      return take_entry(line);
  }
}

void BackupReader::sort() {
  const auto key = [](const BackupService& service) { return folded(service.name); };
  std::ranges::stable_sort(file_.services, {}, key);
  std::ranges::stable_sort(file_.languages, {}, &BackupLanguage::language);
  for (BackupLanguage& language : file_.languages) {
    std::ranges::stable_sort(language.titles, {}, &BackupTitle::index);
  }
}

std::expected<BackupReading, TitleRemarks> BackupReader::read() {
  SectionReader reader(text_.text);
  while (!remarks_.is_full()) {
    const auto line = reader.next();
    if (!line.has_value()) break;
    take(*line);
  }
  close();
  if (!sections_.contains(folded(kPerflib))) {
    remarks_.add(1, TitleRule::value_missing, fmt::format("[{}]", kPerflib));
  }
  TitleRemarks remarks = remarks_.take();
  std::ranges::stable_sort(remarks, {}, &TitleRemark::line);
  if (has_mistakes(remarks)) return std::unexpected(std::move(remarks));
  sort();
  return BackupReading{std::move(file_), std::move(remarks)};
}

}  // namespace

std::vector<std::byte> write_backup(const BackupFile& file) {
  const std::u16string units = utf16_from_utf8(BackupWriter().write(file));
  const Bytes bytes = std::as_bytes(std::span(units));
  return {bytes.begin(), bytes.end()};
}

std::expected<BackupReading, TitleRemarks> read_backup(Bytes bytes) {
  if (bytes.size() > kMostBackupBytes) {
    return std::unexpected(
        TitleRemarks{{TitleFile::backup, 1, TitleRule::file_too_large, "128 MiB"}});
  }
  return BackupReader(file_text_of(bytes)).read();
}

}  // namespace openperflib
