#include "apps/ctrpp/resource_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace openperflib::ctrpp {
namespace {

constexpr std::uint32_t kLargestId = 0xFFFF;

// "DisqueQueues" and "1_NAME".
std::string label_of(const ManifestCounterSet& set, std::string_view rest) {
  return fmt::format("{}_{}", set.symbol, rest);
}

template <typename Record>
void append_texts(std::vector<TextResource>& texts, const Record& record,
                  const std::string& label) {
  const auto append = [&](std::optional<std::uint32_t> id, std::string_view text,
                          std::string_view kind) {
    if (!id.has_value()) return;
    texts.push_back(
        {.id = *id, .text = text, .line = record.line, .label = fmt::format("{}{}", label, kind)});
  };
  append(record.text_ids.name, record.name, "NAME");
  append(record.text_ids.description, record.description, "DESCRIPTION");
}

std::vector<TextResource> all_texts(const Manifest& manifest) {
  std::vector<TextResource> texts;
  for (const ManifestProvider& provider : manifest.providers) {
    for (const ManifestCounterSet& set : provider.sets) {
      append_texts(texts, set, label_of(set, ""));
      for (const ManifestCounter& counter : set.counters) {
        append_texts(texts, counter, label_of(set, fmt::format("{}_", counter.id)));
      }
    }
  }
  return texts;
}

// Octal escapes mean the same to all compilers: with \x, the number of digits depends on the kind
// of string. A second question mark could begin a trigraph of C's preprocessor, which is run first.
void append_resource_character(std::string& out, char c) {
  const auto code = static_cast<unsigned char>(c);
  if (c == '"') {
    out += "\"\"";
  } else if (c == '\\') {
    out += "\\\\";
  } else if (code < 0x20 || code == 0x7F || (c == '?' && out.ends_with('?'))) {
    fmt::format_to(std::back_inserter(out), "\\{:03o}", code);
  } else {
    out += c;
  }
}

std::string quoted(std::string_view text) {
  std::string quoted;
  for (const char c : text) append_resource_character(quoted, c);
  return fmt::format("\"{}\"", quoted);
}

}  // namespace

std::vector<TextResource> text_resources(const Manifest& manifest) {
  std::vector<TextResource> texts = all_texts(manifest);
  std::unordered_set<std::uint32_t> seen;
  std::erase_if(texts, [&](const TextResource& one) { return !seen.insert(one.id).second; });
  return texts;
}

CodeMistakes text_mistakes(const Manifest& manifest) {
  CodeMistakes mistakes;
  std::unordered_map<std::uint32_t, std::string_view> seen;
  for (const TextResource& one : all_texts(manifest)) {
    const auto [at, is_first] = seen.try_emplace(one.id, one.text);
    if (is_first || at->second == one.text) continue;
    mistakes.push_back({.line = one.line,
                        .text = fmt::format("the id {} already stands for another text", one.id)});
  }
  return mistakes;
}

CodeMistakes text_warnings(const Manifest& manifest) {
  CodeMistakes warnings;
  for (const TextResource& one : text_resources(manifest)) {
    if (one.id <= kLargestId) continue;
    warnings.push_back({.line = one.line,
                        .text = fmt::format("the id {} is larger than {}, and no resource compiler "
                                            "keeps its text",
                                            one.id, kLargestId)});
  }
  return warnings;
}

std::string resource_script(const Manifest& manifest) {
  std::string script = "#pragma code_page(65001)\n";
  const std::vector<TextResource> texts = text_resources(manifest);
  if (texts.empty()) return script;
  script += "\nSTRINGTABLE\nBEGIN\n";
  for (const TextResource& one : texts) {
    fmt::format_to(std::back_inserter(script), "  {}, {}\n", one.id, quoted(one.text));
  }
  script += "END\n";
  return script;
}

}  // namespace openperflib::ctrpp
