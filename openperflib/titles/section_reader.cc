#include "openperflib/titles/section_reader_internal.h"

namespace openperflib {
namespace {

bool is_comment(std::string_view text) noexcept {
  return text.starts_with(';') || text.starts_with("//");
}

// "[name]", "[name] ; comment". A name may contain ], for services may.
SectionLine section_of(std::string_view text, std::size_t number) noexcept {
  if (text.ends_with(']'))
    return {SectionLine::Kind::section, number, text.substr(1, text.size() - 2), {}};
  const std::size_t end = text.find(']');
  if (end == text.npos || !is_comment(trimmed(text.substr(end + 1)))) {
    return {SectionLine::Kind::open_section, number, text, {}};
  }
  return {SectionLine::Kind::section, number, text.substr(1, end - 1), {}};
}

SectionLine entry_of(std::string_view line, std::size_t number) noexcept {
  const std::size_t equals = line.find('=');
  if (equals == line.npos) return {SectionLine::Kind::bare, number, trimmed(line), {}};
  return {SectionLine::Kind::entry, number, trimmed(line.substr(0, equals)),
          line.substr(equals + 1)};
}

}  // namespace

std::optional<SectionLine> SectionReader::next() noexcept {
  while (const auto line = lines_.next()) {
    const std::string_view text = trimmed(line->text);
    if (text.empty() || is_comment(text)) continue;
    if (text.starts_with('[')) return section_of(text, line->number);
    return entry_of(line->text, line->number);
  }
  return std::nullopt;
}

}  // namespace openperflib
