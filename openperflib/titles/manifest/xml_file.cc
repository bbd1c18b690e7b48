#include "openperflib/titles/manifest/xml_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <span>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/manifest/manifest.h"
#include "openperflib/titles/text_checks_internal.h"

namespace openperflib {
namespace {

// The parser takes some 70 bytes for an element and 40 for an attribute. The largest counter set,
// of 64,000 counters, has a fifth of these.
constexpr std::ptrdiff_t kMostTags = 4'000'000;
constexpr std::ptrdiff_t kMostEqualsSigns = 6'000'000;

constexpr unsigned kParse = pugi::parse_cdata | pugi::parse_declaration;

// The encodings that file_text_of() knows, as a declaration names them.
constexpr auto kEncodings =
    std::to_array<std::string_view>({"utf-8", "utf-16", "us-ascii", "windows-1252", "iso-8859-1"});
constexpr std::span kOneByteEncodings = std::span(kEncodings).last(2);

struct Entity {
  std::string_view name;
  char character;
};
constexpr auto kEntities =
    std::to_array<Entity>({{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}});

bool is_one_of(std::span<const std::string_view> encodings, std::string_view name) {
  return std::ranges::any_of(
      encodings, [name](std::string_view one) { return equal_ignoring_case(one, name); });
}

// What the declaration at the start of a document names, or nothing.
std::string_view declared_encoding(std::string_view text) {
  if (!text.starts_with("<?xml")) return {};
  std::string_view declaration = text.substr(0, text.find("?>"));
  const std::size_t at = declaration.find("encoding");
  if (at == declaration.npos) return {};
  declaration.remove_prefix(at);
  const std::size_t begin = declaration.find_first_of("\"'");
  if (begin == declaration.npos) return {};
  const std::size_t end = declaration.find(declaration[begin], begin + 1);
  return end == declaration.npos ? std::string_view{}
                                 : declaration.substr(begin + 1, end - begin - 1);
}

// Whether XML allows the character: no surrogates, and of the control characters only three.
constexpr bool is_xml_character(std::uint32_t code) noexcept {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code < 0xD800 || (code > 0xDFFF && code < 0xFFFE) ||
         (code >= 0x1'0000 && code < 0x11'0000);
}

// Appends the character of "#65" or "#x41".
bool append_numbered_reference(std::string& out, std::string_view name) {
  const bool is_hexadecimal = name.starts_with("#x");
  name.remove_prefix(is_hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, code, is_hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end || !is_xml_character(code)) return false;
  append_character(out, code);
  return true;
}

// Appends what stands between & and ;.
bool append_reference(std::string& out, std::string_view name) {
  if (name.starts_with('#')) return append_numbered_reference(out, name);
  const auto entity = std::ranges::find(kEntities, name, &Entity::name);
  if (entity == kEntities.end()) return false;
  out += entity->character;
  return true;
}

// "a\r\nb\rc" has three lines.
std::size_t line_ends_in(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  std::size_t ends = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_half = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (!is_half && (text[i] == '\n' || text[i] == '\r')) ++ends;
  }
  return ends;
}

std::size_t line_of_first(std::string_view text, std::string_view part) noexcept {
  return 1 + line_ends_in(text, 0, std::min(text.find(part), text.size()));
}

XmlFault undecodable_fault(std::string_view text) {
  return {line_of_first(text, kReplacementCharacter), TitleRule::undecodable, "the line"};
}

}  // namespace

std::string describe(const XmlFault& fault) {
  return describe(TitleRemark{.line = fault.line, .rule = fault.rule, .subject = fault.subject});
}

bool is_xml_blank(std::string_view text) noexcept {
  return text.find_first_not_of(kXmlBlanks) == text.npos;
}

XmlText xml_text_of(std::string_view raw) {
  XmlText result;
  result.text.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '&') {
      result.text += kXmlBlanks.contains(raw[i]) ? ' ' : raw[i];
      continue;
    }
    const std::size_t end = std::min(raw.find_first_of(";& ", i + 1), raw.size());
    const bool is_closed = end < raw.size() && raw[end] == ';';
    if (is_closed && append_reference(result.text, raw.substr(i + 1, end - i - 1))) {
      i = end;
      continue;
    }
    if (result.bad_reference.empty()) {
      result.bad_reference = raw.substr(i, end - i + (is_closed ? 1 : 0));
    }
  }
  return result;
}

std::optional<XmlFault> XmlFile::decode(Bytes bytes) {
  FileText file = edited_text_of(bytes);
  if (file.has_replacements) return undecodable_fault(file.text);
  const std::string_view encoding = declared_encoding(file.text);
  if (file.is_windows_1252 && !is_one_of(kOneByteEncodings, encoding)) {
    if (encoding.empty() || is_one_of(kEncodings, encoding)) {
      return undecodable_fault(valid_utf8(as_text(bytes)).text);
    }
    return XmlFault{1, TitleRule::encoding_unknown, std::string(encoding)};
  }
  const bool is_ascii =
      std::ranges::all_of(file.text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!is_ascii && !encoding.empty() && !is_one_of(kEncodings, encoding)) {
    return XmlFault{1, TitleRule::encoding_unknown, std::string(encoding)};
  }
  text_ = std::move(file.text);
  return std::nullopt;
}

// Before anything is built from them: each element and text has a <, each attribute a =.
std::optional<XmlFault> XmlFile::check_bounds() {
  if (std::ranges::count(text_, '<') > kMostTags) {
    return XmlFault{1, TitleRule::too_many_elements, "4,000,000 tags"};
  }
  if (std::ranges::count(text_, '=') > kMostEqualsSigns) {
    return XmlFault{1, TitleRule::too_many_elements, "6,000,000 attributes"};
  }
  return std::nullopt;
}

std::optional<XmlFault> XmlFile::check_characters() {
  const auto bad = std::ranges::find_if_not(text_, [](char c) {
    return is_xml_character(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
  });
  if (bad == text_.end()) return std::nullopt;
  const auto offset = static_cast<std::size_t>(bad - text_.begin());
  return XmlFault{line_at(offset), TitleRule::control_character, "the line"};
}

std::optional<XmlFault> XmlFile::check_roots() {
  const pugi::xml_node root = document_.document_element();
  for (const pugi::xml_node node : document_.children()) {
    if (node.type() != pugi::node_element || node == root) continue;
    return XmlFault{line_of(node), TitleRule::xml_not_well_formed, "a second root element"};
  }
  return std::nullopt;
}

std::optional<XmlFault> XmlFile::parse(Bytes bytes) {
  if (bytes.size() > kMostManifestBytes) {
    return XmlFault{1, TitleRule::file_too_large, "64 MiB"};
  }
  if (auto fault = decode(bytes)) return fault;
  if (auto fault = check_bounds()) return fault;
  if (auto fault = check_characters()) return fault;
  parsed_.assign(text_.begin(), text_.end());
  const pugi::xml_parse_result result =
      document_.load_buffer_inplace(parsed_.data(), parsed_.size(), kParse, pugi::encoding_utf8);
  if (result) return check_roots();
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0));
  return XmlFault{line_at(offset), TitleRule::xml_not_well_formed, result.description()};
}

// Counts from the last place, which is near: a document is read in its order.
std::size_t XmlFile::line_at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  line_ += line_ends_in(text_, offset_, offset);
  line_ -= line_ends_in(text_, offset, offset_);
  offset_ = offset;
  return line_;
}

// The parser leaves names and values where they are; an empty one may be elsewhere.
std::size_t XmlFile::line_of_pointer(const char* text) {
  const std::less<> before;
  const char* const begin = parsed_.data();
  if (before(text, begin) || !before(text, begin + parsed_.size())) return line_;
  return line_at(static_cast<std::size_t>(text - begin));
}

// A name is never empty, and the parser leaves it where it is.
std::size_t XmlFile::offset_of(pugi::xml_node element) const {
  return static_cast<std::size_t>(element.name() - parsed_.data());
}

std::size_t XmlFile::offset_of(pugi::xml_attribute attribute) const {
  return static_cast<std::size_t>(attribute.name() - parsed_.data());
}

std::size_t XmlFile::line_of(pugi::xml_node node) {
  if (node.type() == pugi::node_element) return line_of_pointer(node.name());
  const std::string_view text = node.value();
  return line_of_pointer(text.data() + std::min(text.find_first_not_of(kXmlBlanks), text.size()));
}

std::size_t XmlFile::line_of(pugi::xml_attribute attribute) {
  return line_of_pointer(attribute.name());
}

}  // namespace openperflib
