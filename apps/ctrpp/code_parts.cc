#include "apps/ctrpp/code_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/ctrpp/c_text.h"

namespace openperflib::ctrpp {
namespace {

using Out = std::back_insert_iterator<std::string>;

// A PERF_COUNTERSET_INSTANCE, which a block begins with, and the place of each value after it.
constexpr std::size_t kInstanceBytes = 32;
constexpr std::size_t kPlaceBytes = 8;

constexpr std::uint32_t kSizeBits = 0x300;  // of a counter type: how wide the value is
constexpr std::uint32_t kSizeDword = 0x000;
constexpr std::uint32_t kSizeLarge = 0x100;

constexpr std::string_view kShared = R"(
/* A variable that several files of a program define, and that the program has once. */
#ifndef CTRPP_SHARED
#ifdef _WIN32
#define CTRPP_SHARED __declspec(selectany)
#else
#define CTRPP_SHARED __attribute__((weak, visibility("hidden")))
#endif
#endif
)";

std::uint32_t size_of_value(std::uint32_t type) noexcept {
  switch (type & kSizeBits) {
    case kSizeDword:
      return 4;
    case kSizeLarge:
      return 8;
    default:
      return 0;
  }
}

void append_counter(std::string& out, const ManifestCounter& counter, std::size_t position) {
  fmt::format_to(Out(out), "         {{{}, 0x{:08x}, {}, {}, {}, {}, {}}},\n",
                 number_text(counter.id), counter.type, counter.attributes,
                 size_of_value(counter.type), counter.detail_level, counter.default_scale,
                 kInstanceBytes + kPlaceBytes * position);
}

std::string start_plainly(const std::string& handle) {
  return fmt::format("    ctrpp_status = PerfStartProvider(&ctrpp_provider, NULL, &{});\n", handle);
}

std::string start_with_callback(const std::string& handle) {
  return fmt::format(
      "    PERF_PROVIDER_CONTEXT ctrpp_context = {{\n"
      "        (DWORD)sizeof(PERF_PROVIDER_CONTEXT),\n"
      "        0,\n"
      "        NotificationCallback,\n"
      "        MemoryAllocationFunction,\n"
      "        MemoryFreeFunction,\n"
      "        MemoryFunctionContext}};\n"
      "    ctrpp_status = PerfStartProviderEx(&ctrpp_provider, &ctrpp_context, &{});\n",
      handle);
}

std::string describe_set(const ManifestProvider& provider, const ManifestCounterSet& set,
                         const CodeNames& names) {
  const std::string name = names.set_template(set);
  return fmt::format(
      "  if (ctrpp_status == 0) {{\n{}    ctrpp_status = PerfSetCounterSetInfo(\n"
      "        {}, &{}.ctrpp_set, (ULONG)sizeof({}));\n  }}\n",
      set_template(provider, set, names), names.handle(provider), name, name);
}

std::string start(const ManifestProvider& provider, const CodeStyle& style) {
  const std::string handle = style.names.handle(provider);
  std::string text =
      fmt::format("  if (ctrpp_status == 0) {{\n    GUID ctrpp_provider =\n        {};\n",
                  guid_initializer(provider.guid));
  text += takes_callback(provider, style) ? start_with_callback(handle) : start_plainly(handle);
  text += "  }\n";
  for (const ManifestCounterSet& set : provider.sets) {
    text += describe_set(provider, set, style.names);
  }
  return text;
}

}  // namespace

bool takes_callback(const ManifestProvider& provider, const CodeStyle& style) noexcept {
  return style.has_callback || provider.callback == ManifestProvider::Callback::custom;
}

bool takes_callback(const Manifest& manifest, const CodeStyle& style) noexcept {
  return std::ranges::any_of(manifest.providers, [&](const ManifestProvider& provider) {
    return takes_callback(provider, style);
  });
}

std::string header_begin(const std::string& guard) {
  return fmt::format(
      "/* Made from a manifest by ctrpp, which will write it again: change the manifest. */\n"
      "#ifndef {0}\n#define {0}\n\n"
      "#include <stddef.h>\n"
      "#ifdef _WIN32\n#include <windows.h>\n#endif\n"
      "#include <perflib.h>\n",
      guard);
}

std::string header_end(const std::string& guard) {
  return fmt::format("\n#endif /* {} */\n", guard);
}

std::string_view shared_macro() noexcept { return kShared; }

std::string guid_macro(const ManifestCounterSet& set, const CodeNames& names) {
  return fmt::format("#define {} \\\n  {}\n", names.guid_macro(set), guid_initializer(set.guid));
}

std::string guid_definition(const ManifestCounterSet& set, const CodeNames& names) {
  return fmt::format("\n#ifndef {0}\n{1}CTRPP_SHARED GUID {2} = {0};\n#endif\n",
                     names.guid_macro(set), guid_macro(set, names), names.guid_variable(set));
}

std::string set_template(const ManifestProvider& provider, const ManifestCounterSet& set,
                         const CodeNames& names) {
  std::string text = fmt::format(
      "    static struct {{\n"
      "      PERF_COUNTERSET_INFO ctrpp_set;\n"
      "      PERF_COUNTER_INFO ctrpp_counters[{0}];\n"
      "    }} {1} = {{\n"
      "        {{{2},\n"
      "         {3},\n"
      "         {0}, {4}}},\n"
      "        {{/* id, type, attributes, bytes, detail, scale, offset */\n",
      set.counters.size(), names.set_template(set), guid_initializer(set.guid),
      guid_initializer(provider.guid), set.instances);
  for (std::size_t i = 0; i < set.counters.size(); ++i) append_counter(text, set.counters[i], i);
  return text + "        }};\n";
}

std::string counter_macros(const Manifest& manifest) {
  std::string text;
  for (const ManifestProvider& provider : manifest.providers) {
    for (const ManifestCounterSet& set : provider.sets) {
      for (const ManifestCounter& counter : set.counters) {
        if (counter.symbol.empty()) continue;
        fmt::format_to(Out(text), "#define {} {}\n", counter.symbol, number_text(counter.id));
      }
    }
  }
  return text.empty() ? text : "\n/* The ids of counters. */\n" + text;
}

std::string start_body(const Manifest& manifest, const CodeStyle& style, std::string_view cleanup) {
  std::string text = "  ULONG ctrpp_status = 0;\n";
  const std::string first = style.names.handle(manifest.providers.front());
  fmt::format_to(Out(text), "  if ({} != NULL) return 0; /* all is started */\n", first);
  for (const ManifestProvider& provider : manifest.providers) text += start(provider, style);
  fmt::format_to(Out(text), "  if (ctrpp_status != 0) {}();\n  return ctrpp_status;\n", cleanup);
  return text;
}

std::string stop_body(const Manifest& manifest, const CodeNames& names) {
  std::string text;
  for (const ManifestProvider& provider : manifest.providers) {
    fmt::format_to(
        Out(text),
        "  if ({0} != NULL) {{\n    (void)PerfStopProvider({0});\n    {0} = NULL;\n  }}\n",
        names.handle(provider));
  }
  return text;
}

}  // namespace openperflib::ctrpp
