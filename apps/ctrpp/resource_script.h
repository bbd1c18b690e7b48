// The .rc that a resource compiler makes the texts of a provider's binary of, and that translators
// begin with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/ctrpp/code_names.h"

namespace openperflib::ctrpp {

// A name or a description. Views the manifest.
struct TextResource {
  std::uint32_t id = 0;
  std::string_view text = {};  // UTF-8
  std::size_t line = 1;
  std::string label = {};  // "DISQUE_QUEUES_1_NAME", of the macro in the _r.h
};

// Returns the texts of all sets in the order of the manifest, whose ids are given; each id once.
[[nodiscard]] std::vector<TextResource> text_resources(const Manifest& manifest);

// Ids that stand for two texts.
[[nodiscard]] CodeMistakes text_mistakes(const Manifest& manifest);
// Ids that no resource compiler keeps: they have 16 bits.
[[nodiscard]] CodeMistakes text_warnings(const Manifest& manifest);

// The script, in UTF-8.
[[nodiscard]] std::string resource_script(const Manifest& manifest);

}  // namespace openperflib::ctrpp
