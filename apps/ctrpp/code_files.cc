#include "apps/ctrpp/code_files.h"

#include <fmt/format.h>

#include "apps/ctrpp/c_text.h"
#include "apps/ctrpp/resource_script.h"

namespace openperflib::ctrpp {
namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr std::string_view kText = R"(
/* A text of 16-bit characters, as WCHAR is. */
#ifndef CTRPP_TEXT
#if defined(_WIN32) || (defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2)
#define CTRPP_TEXT(literal) L##literal
#else
#define CTRPP_TEXT(literal) u##literal
#endif
#endif
)";

std::string parameters_of(const Manifest& manifest, const CodeStyle& style) {
  if (!takes_callback(manifest, style)) return "void";
  return "PERFLIBREQUEST NotificationCallback,\n"
         "    PERF_MEM_ALLOC MemoryAllocationFunction, PERF_MEM_FREE MemoryFreeFunction,\n"
         "    PVOID MemoryFunctionContext";
}

template <typename Append>
void for_each_set(const Manifest& manifest, const Append& append) {
  for (const ManifestProvider& provider : manifest.providers) {
    for (const ManifestCounterSet& set : provider.sets) append(set);
  }
}

std::string handle_definitions(const Manifest& manifest, const CodeNames& names) {
  std::string text = "\n/* The handles of providers, for the functions of perflib.h. */\n";
  for (const ManifestProvider& provider : manifest.providers) {
    fmt::format_to(Out(text), "CTRPP_SHARED HANDLE {} = NULL;\n", names.handle(provider));
  }
  return text;
}

std::string functions(const Manifest& manifest, const CodeStyle& style) {
  const std::string cleanup = style.names.function("CounterCleanup");
  return fmt::format(
      "\n/* Stops the providers; their instances are gone then. */\n"
      "static inline void {}(void) {{\n{}}}\n"
      "\n/* Starts the providers and describes their sets, once. Returns a Win32 code: 0, or why\n"
      "   nothing is started. */\n"
      "static inline ULONG {}({}) {{\n{}}}\n",
      cleanup, stop_body(manifest, style.names), style.names.function("CounterInitialize"),
      parameters_of(manifest, style), start_body(manifest, style, cleanup));
}

// What the functions of the legacy files are called, and the templates of what programs supply.
struct LegacyNames {
  std::string start;
  std::string stop;
  std::string callback;
  std::string allocate;
  std::string release;
};

LegacyNames legacy_names(const CodeNames& names) {
  return {.start = names.function("PerfAutoInitialize"),
          .stop = names.function("PerfAutoCleanup"),
          .callback = names.function("PerfControlCallback"),
          .allocate = names.function("PerfAllocateMemory"),
          .release = names.function("PerfFreeMemory")};
}

std::string callback_template(const LegacyNames& names) {
  return fmt::format(
      "\n/* A template: is called for each request of consumers, such as PERF_ADD_COUNTER. */\n"
      "static ULONG WINAPI {}(ULONG RequestCode, PVOID Buffer, ULONG BufferSize) {{\n"
      "  (void)RequestCode;\n  (void)Buffer;\n  (void)BufferSize;\n  return 0;\n}}\n",
      names.callback);
}

std::string memory_templates(const LegacyNames& names) {
  return fmt::format(
      "\n/* Templates: the memory of the provider. */\n"
      "static PVOID CALLBACK {}(SIZE_T AllocSize, PVOID pContext) {{\n"
      "  (void)pContext;\n  return malloc(AllocSize);\n}}\n"
      "static void CALLBACK {}(PVOID pBuffer, PVOID pContext) {{\n"
      "  (void)pContext;\n  free(pBuffer);\n}}\n",
      names.allocate, names.release);
}

// The parameters of CounterInitialize are variables here.
std::string legacy_arguments(const LegacyNames& names, const CodeStyle& style) {
  return fmt::format(
      "  PERFLIBREQUEST NotificationCallback = {};\n"
      "  PERF_MEM_ALLOC MemoryAllocationFunction = {};\n"
      "  PERF_MEM_FREE MemoryFreeFunction = {};\n"
      "  PVOID MemoryFunctionContext = NULL;\n",
      names.callback, style.memory_templates ? names.allocate : "NULL",
      style.memory_templates ? names.release : "NULL");
}

std::string legacy_definitions(const Manifest& manifest, const CodeNames& names) {
  std::string text = "\n";
  for (const ManifestProvider& provider : manifest.providers) {
    fmt::format_to(Out(text), "HANDLE {} = NULL;\n", names.handle(provider));
  }
  for_each_set(manifest, [&](const ManifestCounterSet& set) {
    fmt::format_to(Out(text), "GUID {} = {};\n", names.guid_variable(set), names.guid_macro(set));
  });
  return text;
}

}  // namespace

std::string code_header(const Manifest& manifest, const CodeStyle& style) {
  const std::string guard = style.names.include_guard(manifest, "CODE");
  std::string text = header_begin(guard);
  text += shared_macro();
  text += kBeginC;
  text += handle_definitions(manifest, style.names);
  for_each_set(manifest,
               [&](const ManifestCounterSet& set) { text += guid_definition(set, style.names); });
  text += functions(manifest, style);
  text += kEndC;
  text += counter_macros(manifest);
  return text + header_end(guard);
}

std::string symbol_header(const Manifest& manifest, const CodeNames& names) {
  const std::string guard = names.include_guard(manifest, "SYMBOLS");
  std::string text = header_begin(guard);
  text += shared_macro();
  text += kText;
  text += kBeginC;
  for_each_set(manifest, [&](const ManifestCounterSet& set) {
    text += guid_definition(set, names);
    fmt::format_to(Out(text), "#define {} CTRPP_TEXT(\"{}\")\n", names.name_macro(set),
                   literal_text(set.name));
  });
  text += kEndC;
  return text + header_end(guard);
}

std::string legacy_header(const Manifest& manifest, const CodeStyle& style) {
  const CodeNames& names = style.names;
  const std::string guard = names.include_guard(manifest, "LEGACY");
  const LegacyNames legacy = legacy_names(names);
  std::string text = header_begin(guard);
  text += kBeginC;
  text += '\n';
  for (const ManifestProvider& provider : manifest.providers) {
    fmt::format_to(Out(text), "extern HANDLE {};\n", names.handle(provider));
  }
  for_each_set(manifest, [&](const ManifestCounterSet& set) {
    fmt::format_to(Out(text), "\n{}extern GUID {};\n", guid_macro(set, names),
                   names.guid_variable(set));
  });
  fmt::format_to(Out(text), "\nULONG {}(void);\nULONG {}(void);\n", legacy.start, legacy.stop);
  text += kEndC;
  text += counter_macros(manifest);
  return text + header_end(guard);
}

std::string legacy_source(const Manifest& manifest, const CodeStyle& style,
                          const std::string& header_name) {
  const LegacyNames names = legacy_names(style.names);
  const bool has_callback = takes_callback(manifest, style);
  std::string text = fmt::format(
      "/* Made from a manifest by ctrpp; yours to continue. */\n#include \"{}\"\n", header_name);
  if (style.memory_templates) text += "\n#include <stdlib.h>\n";
  text += legacy_definitions(manifest, style.names);
  if (has_callback) text += callback_template(names);
  if (style.memory_templates) text += memory_templates(names);
  fmt::format_to(Out(text), "\nULONG {}(void) {{\n{}  return 0;\n}}\n", names.stop,
                 stop_body(manifest, style.names));
  fmt::format_to(Out(text), "\nULONG {}(void) {{\n{}{}}}\n", names.start,
                 has_callback ? legacy_arguments(names, style) : "",
                 start_body(manifest, style, "(void)" + names.stop));
  return text;
}

std::string legacy_resource_header(const Manifest& manifest, const CodeNames& names) {
  const std::string guard = names.include_guard(manifest, "RESOURCES");
  std::string text = fmt::format(
      "/* The ids of texts. Made from a manifest by ctrpp. */\n#ifndef {0}\n#define {0}\n\n",
      guard);
  for (const TextResource& one : text_resources(manifest)) {
    fmt::format_to(Out(text), "#define {} {}\n", one.label, number_text(one.id));
  }
  return text + header_end(guard);
}

}  // namespace openperflib::ctrpp
