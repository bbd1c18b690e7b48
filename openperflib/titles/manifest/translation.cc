#include "openperflib/titles/manifest/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/ini_file.h"
#include "openperflib/titles/manifest/manifest_attributes_internal.h"
#include "openperflib/titles/manifest/rc_tokens_internal.h"
#include "openperflib/titles/text_checks_internal.h"

namespace openperflib {
namespace {

using TokenKind = RcToken::Kind;

constexpr std::string_view kTable = "STRINGTABLE";
constexpr std::string_view kLanguage = "LANGUAGE";
constexpr std::string_view kEndOfFile = "the end of the file";
constexpr std::string_view kUtf8CodePage = "65001";
constexpr auto kCodePages = std::to_array<std::string_view>({kUtf8CodePage, "1252", "default"});

// What may stand between STRINGTABLE and its strings, and how many numbers or names follow it.
struct Option {
  std::string_view name;
  int words;
};
constexpr auto kOptions = std::to_array<Option>({{"DISCARDABLE", 0},
                                                 {"FIXED", 0},
                                                 {"IMPURE", 0},
                                                 {"LOADONCALL", 0},
                                                 {"MOVEABLE", 0},
                                                 {"PRELOAD", 0},
                                                 {"PURE", 0},
                                                 {"CHARACTERISTICS", 1},
                                                 {"VERSION", 1},
                                                 {kLanguage, 2}});

bool is_word(const RcToken& token, std::string_view word) {
  return token.kind == TokenKind::word && equal_ignoring_case(token.text, word);
}
bool opens(const RcToken& token) {
  return token.kind == TokenKind::open || is_word(token, "BEGIN");
}
bool closes(const RcToken& token) {
  return token.kind == TokenKind::close || is_word(token, "END");
}

// Reads one script, token by token: `token_` is the one that is looked at.
class TranslationReader {
 public:
  explicit TranslationReader(FileText file)
      : file_(std::move(file)), tokens_(file_.text, remarks_) {}
  Translation read();

 private:
  void advance() { token_ = tokens_.next(); }
  void skip_words(int count);
  // To the next statement that is known.
  void skip_statement();
  // Whether the strings of a table follow.
  bool open_table();
  void read_table();
  void read_string();
  void add(std::uint32_t id, std::size_t line);
  void check_encoding();

  FileText file_;
  RemarkList remarks_{TitleFile::translation};
  RcTokens tokens_;
  RcToken token_;
  Translation translation_;
  std::unordered_set<std::uint32_t> ids_;
};

// With the commas between them.
void TranslationReader::skip_words(int count) {
  for (int i = 0; i < count; ++i) {
    if (token_.kind == TokenKind::comma) advance();
    if (token_.kind == TokenKind::word && !opens(token_)) advance();
  }
}

void TranslationReader::skip_statement() {
  while (token_.kind != TokenKind::end && !is_word(token_, kTable) && !is_word(token_, kLanguage)) {
    advance();
  }
}

bool TranslationReader::open_table() {
  while (token_.kind == TokenKind::word && !opens(token_)) {
    const auto* const option = std::ranges::find_if(
        kOptions, [&](const Option& one) { return is_word(token_, one.name); });
    if (option == kOptions.end()) break;
    advance();
    skip_words(option->words);
  }
  if (opens(token_)) {
    advance();
    return true;
  }
  const bool is_at_end = token_.kind == TokenKind::end;
  remarks_.add(token_.line, TitleRule::table_not_opened,
               is_at_end ? kEndOfFile : std::string_view(token_.text));
  skip_statement();
  return false;
}

void TranslationReader::add(std::uint32_t id, std::size_t line) {
  const std::string shown = fmt::to_string(id);
  if (has_control_character(token_.text)) {
    remarks_.add(line, TitleRule::control_character, shown);
  }
  if (!ids_.insert(id).second) return remarks_.add(line, TitleRule::given_twice, shown);
  translation_.texts.push_back({id, std::move(token_.text), line});
}

void TranslationReader::read_string() {
  const std::size_t line = token_.line;
  const std::string shown = std::move(token_.text);
  const auto id = token_.kind == TokenKind::word ? manifest_number_of(shown) : std::nullopt;
  if (!id.has_value()) remarks_.add(line, TitleRule::string_id_invalid, shown);
  if (token_.kind != TokenKind::word) return advance();
  advance();
  if (token_.kind == TokenKind::comma) advance();
  if (token_.kind == TokenKind::string) {
    if (id.has_value()) add(*id, line);
    return advance();
  }
  if (id.has_value()) remarks_.add(line, TitleRule::string_missing, shown);
}

void TranslationReader::read_table() {
  const std::size_t line = token_.line;
  advance();
  if (!open_table()) return;
  while (token_.kind != TokenKind::end && !closes(token_) && !remarks_.is_full()) read_string();
  if (token_.kind == TokenKind::end) return remarks_.add(line, TitleRule::table_not_closed);
  advance();
}

void TranslationReader::check_encoding() {
  const std::size_t replaced = file_.text.find(kReplacementCharacter);
  const std::string_view page = tokens_.code_page();
  const bool is_known = page.empty() || std::ranges::find(kCodePages, page) != kCodePages.end();
  const bool is_wrong = file_.is_windows_1252 && page == kUtf8CodePage;
  const bool is_ascii =
      std::ranges::all_of(file_.text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!is_known && !is_ascii) {
    remarks_.add(tokens_.code_page_line(), TitleRule::code_page_unknown, page);
  } else if (is_wrong) {
    remarks_.add(tokens_.code_page_line(), TitleRule::undecodable, "the file");
  } else if (file_.has_replacements) {
    const auto before = std::string_view(file_.text).substr(0, replaced);
    LineReader lines(before);
    std::size_t line = 1;
    while (const auto one = lines.next()) line = one->number;
    remarks_.add(line, TitleRule::undecodable, "the line");
  }
}

Translation TranslationReader::read() {
  advance();
  while (token_.kind != TokenKind::end && !remarks_.is_full()) {
    if (is_word(token_, kTable)) {
      read_table();
    } else if (is_word(token_, kLanguage)) {
      advance();
      skip_words(2);
    } else {  // one remark for a resource of another kind, however long it is
      remarks_.add(token_.line, TitleRule::statement_unknown, token_.text);
      skip_statement();
    }
  }
  check_encoding();
  translation_.remarks = remarks_.take();
  std::ranges::stable_sort(translation_.remarks, {}, &TitleRemark::line);
  return std::move(translation_);
}

}  // namespace

Translation read_translation(Bytes bytes) {
  if (bytes.size() > kMostTitleFileBytes) {
    RemarkList remarks(TitleFile::translation);
    remarks.add(1, TitleRule::file_too_large, "16 MiB");
    return {.remarks = remarks.take()};
  }
  return TranslationReader(edited_text_of(bytes)).read();
}

}  // namespace openperflib
