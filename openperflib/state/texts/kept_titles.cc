#include <algorithm>
#include <array>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/stored_text_internal.h"
#include "openperflib/state/texts/kept_lines_internal.h"
#include "openperflib/state/texts/kept_titles_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kTitlesHeader = "openperflib titles 1";
constexpr std::array<std::string_view, 2> kKinds = {"names", "helps"};  // by TitleKind

struct TitlesLine {
  enum : std::size_t { kHeader, kTable, kText, kEnd };
};
constexpr auto kTitlesFields = std::to_array<Field>(
    {{"titles", "header"}, {"titles", "table"}, {"titles", "text"}, {"titles", "end"}});

std::string_view name_of(TitleKind kind) { return kKinds.at(static_cast<std::size_t>(kind)); }

// "names" and "010", written as language_text() writes it.
std::optional<TitlesOfLanguage> table_of(std::string_view kind, std::string_view language) {
  const auto* const found = std::ranges::find(kKinds, kind);
  const auto id = language_of(language);
  if (found == kKinds.end() || !id.has_value() || language_text(*id) != language) {
    return std::nullopt;
  }
  return TitlesOfLanguage{*id, static_cast<TitleKind>(found - kKinds.begin())};
}

std::expected<void, Error> read_text(KeptLines& lines, KeptTitles& titles) {
  KeptTitles::Text text;
  text.distance = OPENPERFLIB_TRY(lines.number_in(lines.word()));
  const bool is_in_order = titles.texts.empty() || titles.texts.back().distance < text.distance;
  if (text.distance % 2 != 0 || !is_in_order) return lines.fault(Errc::disagrees);
  text.text = OPENPERFLIB_TRY(lines.quoted());
  if (!is_title(text.text)) return lines.fault(Errc::wrong_value);
  titles.texts.push_back(std::move(text));
  return lines.expect_end();
}

}  // namespace

std::string text_of(const KeptTitles& titles) {
  std::string all(kTitlesHeader);
  all.append("\n").append(name_of(titles.table.kind)).append(" ");
  all.append(language_text(titles.table.language)).append("\n");
  for (const KeptTitles::Text& text : titles.texts) {
    all.append(std::to_string(text.distance)).append(" ");
    append_kept_text(all, text.text);
    all += '\n';
  }
  return all + "end\n";
}

std::expected<KeptTitles, Error> parse_kept_titles(std::string_view text) {
  KeptLines lines(text);
  KeptTitles titles;
  OPENPERFLIB_TRY(lines.next(kTitlesFields[TitlesLine::kHeader]));
  OPENPERFLIB_TRY(lines.expect(kTitlesHeader));
  OPENPERFLIB_TRY(lines.expect_end());
  OPENPERFLIB_TRY(lines.next(kTitlesFields[TitlesLine::kTable]));
  const std::string_view kind = lines.word();
  const auto table = table_of(kind, lines.rest());
  if (!table.has_value()) return lines.fault();
  titles.table = *table;
  for (;;) {
    OPENPERFLIB_TRY(lines.next(kTitlesFields[TitlesLine::kEnd]));
    if (lines.rest() == "end") break;
    lines.set_field(kTitlesFields[TitlesLine::kText]);
    OPENPERFLIB_TRY(read_text(lines, titles));
  }
  if (!lines.is_at_end()) return lines.fault();
  return titles;
}

std::string file_name_of(const TitlesOfLanguage& table) {
  return std::string(name_of(table.kind)) + "." + language_text(table.language);
}

std::optional<TitlesOfLanguage> table_in_file(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  return table_of(name.substr(0, dot), name.substr(dot + 1));
}

}  // namespace openperflib
