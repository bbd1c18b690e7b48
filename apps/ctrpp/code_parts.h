// Parts that the generated files share.
#pragma once

#include <string>
#include <string_view>

#include "apps/ctrpp/code_names.h"

namespace openperflib::ctrpp {

// How the programs of a manifest are to be written.
struct CodeStyle {
  CodeNames names = CodeNames({});
  bool has_callback = false;      // of all providers: a callback and an allocator are given
  bool memory_templates = false;  // of the legacy files: functions that allocate and free
};

// Whether the provider is started with a callback and an allocator.
[[nodiscard]] bool takes_callback(const ManifestProvider& provider,
                                  const CodeStyle& style) noexcept;
[[nodiscard]] bool takes_callback(const Manifest& manifest, const CodeStyle& style) noexcept;

// The line about the origin, the guard that begins a header, and what it includes.
[[nodiscard]] std::string header_begin(const std::string& guard);
[[nodiscard]] std::string header_end(const std::string& guard);

// Around what C and C++ share.
inline constexpr std::string_view kBeginC = "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
inline constexpr std::string_view kEndC = "\n#ifdef __cplusplus\n}\n#endif\n";

// The macro CTRPP_SHARED: a variable that several files define and the program has once.
[[nodiscard]] std::string_view shared_macro() noexcept;

// The macro of the GUID, "#define DisqueQueuesGUID {...}".
[[nodiscard]] std::string guid_macro(const ManifestCounterSet& set, const CodeNames& names);
// The macro and a variable with it, at most once in a file.
[[nodiscard]] std::string guid_definition(const ManifestCounterSet& set, const CodeNames& names);

// "static struct {...} DisqueQueuesTemplate = {...};" within a function.
[[nodiscard]] std::string set_template(const ManifestProvider& provider,
                                       const ManifestCounterSet& set, const CodeNames& names);

// The macros with the ids of counters, after all that they could damage.
[[nodiscard]] std::string counter_macros(const Manifest& manifest);

// The body of the function that starts all providers, after the parameters, and of the one that
// stops them; `cleanup` is the latter's name. Callback, allocator and context are those of the
// documented parameters.
[[nodiscard]] std::string start_body(const Manifest& manifest, const CodeStyle& style,
                                     std::string_view cleanup);
[[nodiscard]] std::string stop_body(const Manifest& manifest, const CodeNames& names);

}  // namespace openperflib::ctrpp
