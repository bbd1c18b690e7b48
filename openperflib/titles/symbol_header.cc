#include "openperflib/titles/symbol_header.h"

#include <algorithm>
#include <charconv>
#include <expected>
#include <unordered_map>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/c_identifier_internal.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/ini_file.h"
#include "openperflib/titles/remark_list_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kLargestNumber = std::uint64_t{1} << 20U;
constexpr std::size_t kMostSuffixes = 3;  // 4ULL

// The identifier at the start of `text`, which loses it; empty: there is none.
std::string_view take_identifier(std::string_view& text) noexcept {
  if (text.empty() || !is_letter(text.front())) return {};
  const auto end = std::ranges::find_if_not(text, is_identifier_character);
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  return word;
}

// Looks at the end only: a file may consist of such lines.
bool is_continued(std::string_view line) noexcept {
  const std::size_t last = line.find_last_not_of(" \t");
  return last != line.npos && line[last] == '\\';
}

// Lines without comments, joined where they end with a backslash.
class DirectiveReader {
 public:
  explicit DirectiveReader(std::string_view text) noexcept : lines_(text) {}
  // The next line; `text` is valid until the next call.
  std::optional<TextLine> next();
  // Where a comment without an end begins.
  [[nodiscard]] std::optional<std::size_t> open_comment() const noexcept { return comment_; }

 private:
  void append_without_comments(const TextLine& line);
  // The part of `rest` up to its first comment, which goes to joined_; strings have no comments.
  void take_code(std::string_view& rest, std::size_t line);

  LineReader lines_;
  std::string joined_;
  std::optional<std::size_t> comment_;  // the line where the comment begins that is open
};

void DirectiveReader::take_code(std::string_view& rest, std::size_t line) {
  bool is_string = false;
  std::size_t i = 0;
  for (; i < rest.size(); ++i) {
    if (rest[i] == '"' && (i == 0 || rest[i - 1] != '\\')) is_string = !is_string;
    if (is_string || rest[i] != '/') continue;
    if (rest.substr(i).starts_with("//")) break;
    if (rest.substr(i).starts_with("/*")) {
      comment_ = line;
      break;
    }
  }
  joined_ += rest.substr(0, i);
  rest.remove_prefix(comment_.has_value() ? i + 2 : rest.size());
}

void DirectiveReader::append_without_comments(const TextLine& line) {
  std::string_view rest = line.text;
  while (!rest.empty()) {
    if (!comment_.has_value()) {
      take_code(rest, line.number);
      continue;
    }
    const std::size_t end = rest.find("*/");
    if (end == rest.npos) return;
    comment_.reset();
    joined_ += ' ';
    rest.remove_prefix(end + 2);
  }
}

std::optional<TextLine> DirectiveReader::next() {
  joined_.clear();
  auto line = lines_.next();
  if (!line.has_value()) return std::nullopt;
  append_without_comments(*line);
  while (is_continued(joined_)) {
    joined_.resize(joined_.rfind('\\'));
    const auto more = lines_.next();
    if (!more.has_value()) break;
    append_without_comments(*more);
  }
  return TextLine{line->number, joined_};
}

struct Definition {
  std::string_view name;
  std::string_view value;
};

// "#define NAME VALUE"; nullopt for all other lines, also of macros with arguments or no value.
std::optional<Definition> definition_of(std::string_view line) noexcept {
  std::string_view rest = trimmed(line);
  if (!rest.starts_with('#')) return std::nullopt;
  rest = trimmed(rest.substr(1));
  if (take_identifier(rest) != "define") return std::nullopt;
  rest = trimmed(rest);
  const std::string_view name = take_identifier(rest);
  if (name.empty() || rest.starts_with('(') || trimmed(rest).empty()) return std::nullopt;
  return Definition{name, trimmed(rest)};
}

std::string_view without_parentheses(std::string_view text) noexcept {
  while (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    text = trimmed(text.substr(1, text.size() - 2));
  }
  return text;
}

std::string_view without_suffix(std::string_view digits) noexcept {
  for (std::size_t i = 0; i < kMostSuffixes && !digits.empty(); ++i) {
    if (std::string_view("uUlL").find(digits.back()) == std::string_view::npos) break;
    digits.remove_suffix(1);
  }
  return digits;
}

// As C reads it: 0x10, 020 and 16 are the same.
std::expected<std::uint32_t, TitleRule> symbol_number_of(std::string_view text) noexcept {
  std::string_view digits = without_suffix(text);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits.front() == '0') {
    base = 8;
  }
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
  if (stop != end || error == std::errc::invalid_argument) {
    return std::unexpected(TitleRule::number_invalid);
  }
  if (error != std::errc{} || number > kLargestNumber) {
    return std::unexpected(TitleRule::number_too_large);
  }
  if (number % 2 != 0) return std::unexpected(TitleRule::number_odd);
  return static_cast<std::uint32_t>(number);
}

// The symbols of a header, while it is read.
class SymbolList {
 public:
  void add(const Definition& definition, std::size_t line);
  std::vector<Symbol> take() noexcept { return std::move(symbols_); }

 private:
  [[nodiscard]] Symbol symbol_of(const Definition& definition, std::size_t line) const;

  std::vector<Symbol> symbols_;
  std::unordered_map<std::string, std::size_t> positions_;  // by name
};

Symbol SymbolList::symbol_of(const Definition& definition, std::size_t line) const {
  Symbol symbol{.name = std::string(definition.name), .line = line};
  const std::string_view value = without_parentheses(definition.value);
  if (const auto known = positions_.find(std::string(value)); known != positions_.end()) {
    symbol.number = symbols_[known->second].number;
    symbol.fault = symbols_[known->second].fault;
    return symbol;
  }
  const auto number = symbol_number_of(value);
  if (number.has_value()) {
    symbol.number = *number;
  } else {
    symbol.fault = number.error();
  }
  return symbol;
}

void SymbolList::add(const Definition& definition, std::size_t line) {
  Symbol symbol = symbol_of(definition, line);
  const auto [known, is_new] = positions_.try_emplace(symbol.name, symbols_.size());
  if (is_new) return symbols_.push_back(std::move(symbol));
  Symbol& first = symbols_[known->second];
  if (first.fault == TitleRule::symbol_redefined) return;
  if (first.number == symbol.number && first.fault == symbol.fault) return;
  first = {std::move(symbol.name), 0, line, TitleRule::symbol_redefined};
}

}  // namespace

SymbolHeader SymbolHeader::read(Bytes bytes) {
  SymbolHeader header;
  if (bytes.size() > kMostTitleFileBytes) {
    header.remarks_ = {{TitleFile::header, 1, TitleRule::file_too_large, "16 MiB"}};
    return header;
  }
  const FileText text = edited_text_of(bytes);
  DirectiveReader reader(text.text);
  SymbolList symbols;
  while (const auto line = reader.next()) {
    if (const auto definition = definition_of(line->text)) symbols.add(*definition, line->number);
  }
  if (const auto comment = reader.open_comment()) {
    header.remarks_ = {{TitleFile::header, *comment, TitleRule::comment_not_closed}};
  }
  header.symbols_ = symbols.take();
  header.by_folded_name_.reserve(header.symbols_.size());
  for (std::uint32_t i = 0; i < header.symbols_.size(); ++i) {
    header.by_folded_name_.emplace_back(folded(header.symbols_[i].name), i);
  }
  std::ranges::sort(header.by_folded_name_);
  return header;
}

const Symbol* SymbolHeader::find(std::string_view name) const {
  const auto same = std::ranges::equal_range(by_folded_name_, folded(name), {},
                                             &decltype(by_folded_name_)::value_type::first);
  const Symbol* only = nullptr;
  bool is_ambiguous = false;
  for (const auto& [key, position] : same) {
    const Symbol& symbol = symbols_[position];
    if (symbol.name == name) return &symbol;
    is_ambiguous |= only != nullptr && only->number != symbol.number;
    if (only == nullptr) only = &symbol;
  }
  return is_ambiguous ? nullptr : only;
}

}  // namespace openperflib
