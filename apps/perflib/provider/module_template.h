// The files of a new performance module: those of examples/v1_module under another name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib::apps {

// An embedded file: "v1_module/disque.c". Its texts say disque, Disque and DISQUE where the name of
// the module belongs.
struct TemplateFile {
  std::string_view name;
  std::string_view text;
};
// All of them; generated from the examples at build time.
[[nodiscard]] std::span<const TemplateFile> template_files() noexcept;

enum class ModuleLanguage : std::uint8_t { c, cxx };

// A file to write.
struct ModuleFile {
  std::string name;  // without a folder
  std::string text;
  bool operator==(const ModuleFile&) const = default;
};

// The files of a module, by name. `name` must be a module name.
[[nodiscard]] std::vector<ModuleFile> module_files(std::string_view name, ModuleLanguage language);

// Whether sources, symbols and a service can have that name: a letter, then letters, digits and
// underscores, 32 characters at most.
[[nodiscard]] bool is_module_name(std::string_view name) noexcept;

}  // namespace openperflib::apps
