#include "openperflib/titles/checked_titles.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/titles/remark_list_internal.h"

namespace openperflib {
namespace {

using TextKind = IniText::Kind;

// A text whose symbol is known.
struct Placed {
  const Symbol* symbol;
  const IniText* text;
  LanguageId language;  // not neutral

  // Its place: no two texts share one.
  [[nodiscard]] auto place() const noexcept {
    return std::tuple(language, symbol->number, symbol->line, text->kind);
  }
};

// What is known of a symbol that has texts.
struct Used {
  std::size_t first_line = 1;              // of its texts, in the .ini
  const std::string* base_name = nullptr;  // its name in the base language; null: it has none
};

std::string text_key(const IniText& text) {
  return text.symbol + '_' + language_text(text.language) +
         (text.kind == TextKind::name ? "_NAME" : "_HELP");
}

// Whether the whole file was read; otherwise it says nothing about the other one.
bool was_read(const TitleRemarks& remarks) noexcept {
  return std::ranges::none_of(remarks, [](const TitleRemark& remark) {
    return remark.rule == TitleRule::file_too_large || remark.rule == TitleRule::too_many_mistakes;
  });
}

// Joins one .ini with its header; each step adds its remarks.
class TitleChecker {
 public:
  TitleChecker(const IniFile& ini, const SymbolHeader& header) : ini_(ini), header_(header) {}
  std::expected<CheckedTitles, TitleRemarks> check();

 private:
  // What the files say together; returns the distances of the objects, ascending.
  std::vector<std::uint32_t> compare();
  // Each text with its symbol, by place, then line; those without one are left out.
  void place_texts();
  // The language where a text goes: a neutral one is English where there is none. nullopt: nowhere.
  [[nodiscard]] std::optional<LanguageId> language_for(const IniText& text, const Symbol& symbol);
  // The symbol of that name; null, after a remark the first time, if it cannot be used.
  const Symbol* usable(const std::string& name, std::size_t line);
  void refuse_repetitions();
  void refuse_shared_numbers();
  // English, or the file's first language where it has no English texts.
  void choose_base();
  void check_languages();
  void find_names();
  // Distances of the objects, ascending.
  std::vector<std::uint32_t> objects();
  void note_unused_symbols();
  [[nodiscard]] std::vector<LanguageTexts> languages() const;
  [[nodiscard]] bool has_texts(LanguageId language) const noexcept;
  // All remarks in their order.
  [[nodiscard]] TitleRemarks remarks();

  const IniFile& ini_;
  const SymbolHeader& header_;
  RemarkList in_ini_{TitleFile::ini};
  RemarkList in_header_{TitleFile::header};
  std::vector<Placed> placed_;
  std::unordered_map<std::string, const Symbol*> found_;  // by name in the .ini
  std::unordered_map<const Symbol*, bool> refused_;
  std::set<std::pair<const Symbol*, TextKind>> english_;  // those with an English text
  bool has_left_out_ = false;                             // a neutral text
  std::unordered_map<const Symbol*, Used> used_;
  std::map<std::uint32_t, const Symbol*> by_number_;  // of symbols with texts
  LanguageId base_ = kEnglish;
};

const Symbol* TitleChecker::usable(const std::string& name, std::size_t line) {
  const auto [at, is_new] = found_.try_emplace(name, nullptr);
  if (!is_new) return at->second;
  const Symbol* const symbol = header_.find(name);
  if (symbol == nullptr) {
    in_ini_.add(line, TitleRule::symbol_undefined, name);
    return nullptr;
  }
  if (!symbol->fault.has_value()) return at->second = symbol;
  const bool is_first = refused_.try_emplace(symbol, true).second;
  if (is_first) in_header_.add(symbol->line, *symbol->fault, symbol->name);
  return nullptr;
}

std::optional<LanguageId> TitleChecker::language_for(const IniText& text, const Symbol& symbol) {
  if (text.language != kNeutral) return text.language;
  if (!english_.contains({&symbol, text.kind})) return kEnglish;
  if (!std::exchange(has_left_out_, true)) {
    in_ini_.add(text.line, TitleRule::neutral_left_out, language_text(kNeutral));
  }
  return std::nullopt;
}

void TitleChecker::place_texts() {
  placed_.reserve(ini_.texts.size());
  const bool has_neutral =
      std::ranges::find(ini_.texts, kNeutral, &IniText::language) != ini_.texts.end();
  for (const IniText& text : ini_.texts) {
    if (!has_neutral || text.language != kEnglish) continue;
    english_.emplace(header_.find(text.symbol), text.kind);
  }
  for (const IniText& text : ini_.texts) {
    const Symbol* const symbol = usable(text.symbol, text.line);
    if (symbol == nullptr) continue;
    const auto language = language_for(text, *symbol);
    if (!language.has_value()) continue;
    placed_.push_back({symbol, &text, *language});
    used_.try_emplace(symbol, Used{.first_line = text.line});
  }
  std::ranges::stable_sort(placed_, {}, &Placed::place);
}

void TitleChecker::refuse_repetitions() {
  for (std::size_t i = 1; i < placed_.size(); ++i) {
    const Placed& text = placed_[i];
    if (text.place() != placed_[i - 1].place()) continue;
    in_ini_.add(text.text->line, TitleRule::given_twice, text_key(*text.text));
  }
}

void TitleChecker::refuse_shared_numbers() {
  for (const Symbol& symbol : header_.symbols()) {
    if (!used_.contains(&symbol)) continue;
    const auto [first, is_new] = by_number_.try_emplace(symbol.number, &symbol);
    if (is_new) continue;
    in_header_.add(symbol.line, TitleRule::number_shared,
                   first->second->name + " and " + symbol.name);
  }
}

bool TitleChecker::has_texts(LanguageId language) const noexcept {
  return std::ranges::binary_search(placed_, language, {}, &Placed::language);
}

void TitleChecker::choose_base() {
  if (placed_.empty() || has_texts(kEnglish)) return;
  const auto first = std::ranges::find_if(
      ini_.languages, [this](const IniLanguage& row) { return has_texts(row.language); });
  base_ = first != ini_.languages.end() ? first->language : ini_.texts.front().language;
  in_ini_.add(ini_.lines.text, TitleRule::no_english, language_text(base_));
}

void TitleChecker::check_languages() {
  std::map<LanguageId, std::size_t> lines;  // of the first text in each
  for (const IniText& text : ini_.texts) lines.try_emplace(text.language, text.line);
  for (const IniLanguage& row : ini_.languages) {
    if (lines.erase(row.language) > 0) continue;
    in_ini_.add(row.line, TitleRule::language_without_texts, language_text(row.language));
  }
  for (const auto& [language, line] : lines) {
    in_ini_.add(line, TitleRule::language_not_listed, language_text(language));
  }
}

void TitleChecker::find_names() {
  for (const Placed& text : placed_) {
    const bool is_base_name = text.language == base_ && text.text->kind == TextKind::name;
    if (is_base_name) used_[text.symbol].base_name = &text.text->text;
  }
  for (const Symbol& symbol : header_.symbols()) {
    const auto used = used_.find(&symbol);
    if (used == used_.end() || used->second.base_name != nullptr) continue;
    in_ini_.add(used->second.first_line, TitleRule::name_missing,
                symbol.name + '_' + language_text(base_) + "_NAME");
  }
}

std::vector<std::uint32_t> TitleChecker::objects() {
  std::vector<std::uint32_t> distances;
  for (const IniObject& object : ini_.objects) {
    const Symbol* const symbol = usable(object.symbol, object.line);
    if (symbol == nullptr) continue;
    if (used_.contains(symbol)) {
      distances.push_back(symbol->number);
    } else {
      in_ini_.add(object.line, TitleRule::object_without_name, object.symbol);
    }
  }
  std::ranges::sort(distances);
  const auto repeated = std::ranges::unique(distances);
  distances.erase(repeated.begin(), repeated.end());
  return distances;
}

void TitleChecker::note_unused_symbols() {
  for (const Symbol& symbol : header_.symbols()) {
    if (symbol.fault.has_value() || by_number_.contains(symbol.number)) continue;
    in_header_.add(symbol.line, TitleRule::symbol_without_name, symbol.name);
  }
}

// In the order of placed_: by language, then number. A symbol without a name in a language has that
// of the base language there.
std::vector<LanguageTexts> TitleChecker::languages() const {
  std::vector<LanguageTexts> languages;
  for (const Placed& placed : placed_) {
    const IniText& text = *placed.text;
    if (languages.empty() || languages.back().language != placed.language) {
      languages.push_back({placed.language, {}});
    }
    std::vector<SymbolText>& texts = languages.back().texts;
    if (texts.empty() || texts.back().distance != placed.symbol->number) {
      texts.push_back({placed.symbol->number, *used_.at(placed.symbol).base_name});
    }
    (text.kind == TextKind::name ? texts.back().name : texts.back().help) = text.text;
  }
  if (base_ == kEnglish) return languages;
  LanguageTexts english = *std::ranges::find(languages, base_, &LanguageTexts::language);
  english.language = kEnglish;
  languages.insert(std::ranges::lower_bound(languages, kEnglish, {}, &LanguageTexts::language),
                   std::move(english));
  return languages;
}

TitleRemarks TitleChecker::remarks() {
  TitleRemarks all = ini_.remarks;
  std::ranges::move(in_ini_.take(), std::back_inserter(all));
  std::ranges::copy(header_.remarks(), std::back_inserter(all));
  std::ranges::move(in_header_.take(), std::back_inserter(all));
  std::ranges::stable_sort(
      all, {}, [](const TitleRemark& remark) { return std::pair(remark.file, remark.line); });
  return all;
}

std::vector<std::uint32_t> TitleChecker::compare() {
  place_texts();
  refuse_repetitions();
  refuse_shared_numbers();
  choose_base();
  check_languages();
  find_names();
  std::vector<std::uint32_t> distances = objects();
  note_unused_symbols();
  return distances;
}

std::expected<CheckedTitles, TitleRemarks> TitleChecker::check() {
  std::vector<std::uint32_t> objects;
  if (was_read(ini_.remarks) && was_read(header_.remarks())) objects = compare();
  TitleRemarks all = remarks();
  if (has_mistakes(all)) return std::unexpected(std::move(all));
  ServiceTitles titles{.driver_name = ini_.driver_name,
                       .objects = std::move(objects),
                       .has_objects = !ini_.objects.empty(),
                       .is_trusted = ini_.is_trusted,
                       .last_distance = by_number_.empty() ? 0 : by_number_.rbegin()->first,
                       .languages = languages()};
  return CheckedTitles{std::move(titles), std::move(all)};
}

}  // namespace

std::expected<CheckedTitles, TitleRemarks> check_titles(const IniFile& ini,
                                                        const SymbolHeader& header) {
  return TitleChecker(ini, header).check();
}

}  // namespace openperflib
