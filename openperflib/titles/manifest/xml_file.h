// XmlFile: an XML file whose elements and attributes know their lines.
#pragma once

#include <cstddef>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

inline constexpr std::string_view kXmlBlanks = " \t\r\n";

// Why a file cannot be read at all.
struct XmlFault {
  std::size_t line = 1;
  TitleRule rule = TitleRule::xml_not_well_formed;
  std::string subject = {};
};

// Returns what is wrong, without the line: "this is not well-formed XML: ...".
[[nodiscard]] std::string describe(const XmlFault& fault);

// A value with its references replaced and each tab and line end made a blank.
struct XmlText {
  std::string text;
  std::string_view bad_reference;  // the first one that names no character; empty: none
};
[[nodiscard]] XmlText xml_text_of(std::string_view raw);

// Whether all of it is white space.
[[nodiscard]] bool is_xml_blank(std::string_view text) noexcept;

// Resource: owns the text and the tree. Not a validating reader: it knows no other entities than
// the five of XML, and never opens anything. The tree may be deep, but nothing here recurses.
class XmlFile {
 public:
  // Once. Time and memory are linear in the size, and both are bounded.
  [[nodiscard]] std::optional<XmlFault> parse(Bytes bytes);

  [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }
  // In UTF-8, without a byte order mark, as the file has it.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  // Where the name of an element or of an attribute begins in text().
  [[nodiscard]] std::size_t offset_of(pugi::xml_node element) const;
  [[nodiscard]] std::size_t offset_of(pugi::xml_attribute attribute) const;
  // Where the name of an element or of an attribute stands, and where a text begins, blanks aside.
  [[nodiscard]] std::size_t line_of(pugi::xml_node node);
  [[nodiscard]] std::size_t line_of(pugi::xml_attribute attribute);

 private:
  [[nodiscard]] std::optional<XmlFault> decode(Bytes bytes);
  [[nodiscard]] std::optional<XmlFault> check_bounds();
  [[nodiscard]] std::optional<XmlFault> check_characters();
  [[nodiscard]] std::optional<XmlFault> check_roots();
  [[nodiscard]] std::size_t line_at(std::size_t offset);
  [[nodiscard]] std::size_t line_of_pointer(const char* text);

  std::string text_;
  std::vector<char> parsed_;  // the text as the parser leaves it: names and values end with NULs
  pugi::xml_document document_;
  std::size_t offset_ = 0;  // of the last place whose line was asked for
  std::size_t line_ = 1;
};

}  // namespace openperflib
