// The XML of a collection, as logman and the performance monitor of Windows export and import it.
//
// Source: docs/formats/collection_xml.md.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "apps/logman/collection/data_collector_set.h"
#include "openperflib/base/bytes.h"

namespace openperflib::logman {

// A fault of the text: where, and why.
struct XmlFault {
  std::size_t line = 1;  // from 1
  std::string reason;
  bool operator==(const XmlFault&) const = default;
};

// A collection, and the parts of the text that are left out.
struct ReadCollection {
  DataCollectorSet set;
  std::vector<XmlFault> left_out;
};

// The maximum size of such a file in bytes.
inline constexpr std::size_t kLongestXml = 4U << 20;

// Reads UTF-8, or UTF-16 of either order, which is recognised by its mark or its first character,
// whatever the prolog says. Every element may be missing. Errors: it is not XML or not a
// collection, a value is not valid, or something is not supported.
[[nodiscard]] std::expected<ReadCollection, XmlFault> read_collection_xml(Bytes file);

// All elements, in the order of exports of Windows; UTF-8, lines end with CR LF.
[[nodiscard]] std::string collection_xml(const DataCollectorSet& set);

}  // namespace openperflib::logman
