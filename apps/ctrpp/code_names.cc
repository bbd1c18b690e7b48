#include "apps/ctrpp/code_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "openperflib/abi/perflib_constants.h"

namespace openperflib::ctrpp {
namespace {

// The keywords of C and C++, the macros that compilers of Unix define, and what the generated code
// is made of. In order.
constexpr auto kTakenWords = std::to_array<std::string_view>({
    // clang-format off
    "CALLBACK", "DWORD", "GUID", "HANDLE", "MemoryAllocationFunction", "MemoryFreeFunction",
    "MemoryFunctionContext", "NULL", "NotificationCallback", "PERFLIBREQUEST",
    "PERF_COUNTERSET_INFO", "PERF_COUNTER_INFO", "PERF_MEM_ALLOC", "PERF_MEM_FREE",
    "PERF_PROVIDER_CONTEXT", "PVOID", "PerfSetCounterSetInfo", "PerfStartProvider",
    "PerfStartProviderEx", "PerfStopProvider", "SIZE_T", "ULONG", "WINAPI", "alignas", "alignof",
    "and", "and_eq", "asm", "atomic_cancel", "atomic_commit", "atomic_noexcept", "auto", "bitand",
    "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class",
    "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval",
    "constexpr", "constinit", "continue", "decltype", "default", "defined", "delete", "do",
    "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float",
    "for", "friend", "goto", "i386", "if", "inline", "int", "linux", "long", "main", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
    "private", "protected", "public", "reflexpr", "register", "reinterpret_cast", "requires",
    "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "synchronized", "template", "this", "thread_local", "throw", "true", "try",
    "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unix", "unsigned",
    "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    // clang-format on
});
static_assert(std::ranges::is_sorted(kTakenWords));

// "_" and a capital letter, or "__": C keeps such names, among them its newer keywords, for itself.
bool is_reserved(std::string_view name) noexcept {
  if (name.size() < 2 || name.front() != '_') return false;
  return name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z');
}

// Each name once; remarks on what cannot be one.
class NameCheck {
 public:
  void add(std::size_t line, const std::string& name);
  void remark(std::size_t line, std::string text) {
    mistakes_.push_back({.line = line, .text = std::move(text)});
  }
  CodeMistakes take();

 private:
  std::unordered_set<std::string> names_;
  CodeMistakes mistakes_;
};

void NameCheck::add(std::size_t line, const std::string& name) {
  if (std::ranges::binary_search(kTakenWords, name) || is_reserved(name)) {
    remark(line, fmt::format("{} cannot be a name in the code: C, C++ or perflib.h has it", name));
  } else if (!names_.insert(name).second) {
    remark(line, fmt::format("{} is already the name of something else in the code", name));
  }
}

CodeMistakes NameCheck::take() {
  std::ranges::stable_sort(mistakes_, {}, &CodeMistake::line);
  return std::move(mistakes_);
}

void check_names(const ManifestCounterSet& set, const CodeNames& names, NameCheck& found) {
  if (set.symbol.empty()) {
    return found.remark(set.line, "the symbol of the counter set is empty: its GUID needs a name");
  }
  found.add(set.line, names.guid_variable(set));
  found.add(set.line, names.guid_macro(set));
  found.add(set.line, names.name_macro(set));
  found.add(set.line, names.set_template(set));
  for (const ManifestCounter& counter : set.counters) {
    if (!counter.symbol.empty()) found.add(counter.line, counter.symbol);
  }
}

void check_names(const ManifestProvider& provider, const CodeNames& names, NameCheck& found) {
  if (provider.type == PERF_PROVIDER_KERNEL_MODE) {
    return found.remark(provider.line,
                        "the provider is in kernel mode: code for drivers is not generated");
  }
  if (provider.symbol.empty()) {
    found.remark(provider.line, "the symbol of the provider is empty: its handle needs a name");
  } else {
    found.add(provider.line, names.handle(provider));
  }
  for (const ManifestCounterSet& set : provider.sets) check_names(set, names, found);
}

}  // namespace

std::string CodeNames::handle(const ManifestProvider& provider) const {
  return prefix_ + provider.symbol;
}

std::string CodeNames::guid_variable(const ManifestCounterSet& set) const {
  return prefix_ + set.symbol + "Guid";
}

std::string CodeNames::guid_macro(const ManifestCounterSet& set) const {
  return prefix_ + set.symbol + "GUID";
}

std::string CodeNames::name_macro(const ManifestCounterSet& set) const {
  return prefix_ + set.symbol + "Name";
}

std::string CodeNames::set_template(const ManifestCounterSet& set) const {
  return prefix_ + set.symbol + "Template";
}

std::string CodeNames::include_guard(const Manifest& manifest, std::string_view kind) const {
  std::string guid = guid_text(manifest.providers.front().guid);
  guid = guid.substr(1, guid.size() - 2);
  for (char& c : guid) {
    if (c == '-') c = '_';
    if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
  }
  return fmt::format("CTRPP_{}{}{}_{}_H", prefix_, prefix_.empty() ? "" : "_", guid, kind);
}

CodeMistakes code_mistakes(const Manifest& manifest, const CodeNames& names) {
  NameCheck found;
  for (const std::string_view word :
       {"CounterInitialize", "CounterCleanup", "PerfAutoInitialize", "PerfAutoCleanup",
        "PerfControlCallback", "PerfAllocateMemory", "PerfFreeMemory"}) {
    found.add(1, names.function(word));
  }
  for (const ManifestProvider& provider : manifest.providers) check_names(provider, names, found);
  return found.take();
}

}  // namespace openperflib::ctrpp
