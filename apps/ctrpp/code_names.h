// The names in the generated code, and what speaks against them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/titles/manifest/manifest.h"

namespace openperflib::ctrpp {

// Why no code can be made of a valid manifest.
struct CodeMistake {
  std::size_t line = 1;
  std::string text = {};  // printable
  bool operator==(const CodeMistake&) const = default;
};
using CodeMistakes = std::vector<CodeMistake>;

// Value: all names begin with a prefix, which may be empty, but for the macros of counters.
class CodeNames {
 public:
  explicit CodeNames(std::string prefix) : prefix_(std::move(prefix)) {}

  [[nodiscard]] std::string function(std::string_view name) const {
    return prefix_ + std::string(name);
  }
  [[nodiscard]] std::string handle(const ManifestProvider& provider) const;
  [[nodiscard]] std::string guid_variable(const ManifestCounterSet& set) const;
  [[nodiscard]] std::string guid_macro(const ManifestCounterSet& set) const;
  [[nodiscard]] std::string name_macro(const ManifestCounterSet& set) const;
  [[nodiscard]] std::string set_template(const ManifestCounterSet& set) const;
  // Returns the guard of a file of that kind ("CODE"):
  // "CTRPP_AB8E1320_965A_4CF9_9C07_FE25378C2A23_CODE_H".
  [[nodiscard]] std::string include_guard(const Manifest& manifest, std::string_view kind) const;

 private:
  std::string prefix_;
};

// By line: providers in kernel mode, symbols that are empty, that are words of C or C++ or of the
// generated code itself, or that give two things one name.
[[nodiscard]] CodeMistakes code_mistakes(const Manifest& manifest, const CodeNames& names);

}  // namespace openperflib::ctrpp
