// Paths and names of instances as texts: nothing is looked up.
#include <cstring>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_calls_internal.h"
#include "openperflib/compat/pdh/pdh_elements_internal.h"
#include "openperflib/compat/pdh/pdh_names.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/compat/process/this_machine_internal.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib::compat {
namespace {

constexpr std::size_t kLongestInstanceName = 260;  // MAX_PATH: with the NUL
constexpr DWORD kWbemFlags = PDH_PATH_WBEM_RESULT | PDH_PATH_WBEM_INPUT;
constexpr DWORD kFlagBits = 0xFFFF;  // the others are a language: PDH_PATH_LANG_FLAGS

// Success if these are flags of PdhMakeCounterPath that can be followed.
PdhStatus judge_make_flags(DWORD flags) noexcept {
  if ((flags & kFlagBits & ~kWbemFlags) != 0) return PDH_INVALID_ARGUMENT;
  return (flags & kWbemFlags) == 0 ? kPdhSuccess : PDH_CANNOT_CONNECT_WMI_SERVER;
}

template <typename Char>
PDH_STATUS make_path(const PathElements<Char>* elements, const TextRoom<Char>& room, DWORD flags) {
  const bool has_parts = elements != nullptr && elements->szObjectName != nullptr &&
                         elements->szCounterName != nullptr;
  if (!has_parts || !room.is_valid()) return pdh_status(PDH_INVALID_ARGUMENT);
  const PdhStatus judged = judge_make_flags(flags);
  if (judged != kPdhSuccess) return pdh_status(judged);
  return pdh_call([&]() -> PdhStatus {
    const CounterPath path = path_of_elements<Char>(*elements);
    if (path.object.empty() || path.counter.empty()) return PDH_INVALID_ARGUMENT;
    std::string text = write(path);
    if (length_of<WCHAR>(text) >= kLongestPath) return PDH_INVALID_ARGUMENT;
    return give_name(std::move(text), room);
  });
}

ObjectParents parents_of(std::string_view path) {
  const auto parts = CounterPath::parse(path);
  return parts.has_value() ? parents_of_object(parts->object, fixed_titles_of_process())
                           : ObjectParents::none;
}

template <typename Char>
PdhStatus give_elements(const CounterPath& path, PathElements<Char>* elements, LPDWORD size) {
  TextsBehind<Char> texts(sizeof(PathElements<Char>));
  const ElementPlaces places = add_elements(path, texts);
  const bool fits = has_room(elements, *size, texts.size());
  *size = static_cast<DWORD>(texts.size());
  if (!fits) return PDH_MORE_DATA;
  const PathElements<Char> filled = elements_at(places, texts, elements);
  std::memcpy(elements, &filled, sizeof filled);  // the buffer may be that of characters
  texts.copy_to(elements);
  return kPdhSuccess;
}

template <typename Char>
PDH_STATUS parse_path(const Char* text, PathElements<Char>* elements, LPDWORD size, DWORD flags) {
  if (text == nullptr || size == nullptr || flags != 0) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&]() -> PdhStatus {
    const std::string utf8 = utf8_of(text);
    auto path = CounterPath::parse(utf8, parents_of(utf8));
    if (!path.has_value()) return PDH_INVALID_PATH;
    if (path->machine.empty()) path->machine = this_machine_name();
    return give_elements<Char>(*path, elements, size);
  });
}

template <typename Char>
PDH_STATUS parse_instance(const Char* text, const TextRoom<Char>& instance,
                          const TextRoom<Char>& parent, LPDWORD index) {
  if (text == nullptr || !instance.is_valid() || !parent.is_valid()) {
    return pdh_status(PDH_INVALID_ARGUMENT);
  }
  return pdh_call([&]() -> PdhStatus {
    const std::string utf8 = utf8_of(text);
    const bool is_short = !utf8.empty() && length_of<WCHAR>(utf8) < kLongestInstanceName;
    if (!is_short) return PDH_INVALID_INSTANCE;
    const InstanceParts parts = split_instance(utf8, ObjectParents::possible);
    const GivenText<Char> name(std::string(parts.name) + '\0');
    const GivenText<Char> of(std::string(parts.parent) + '\0');
    const bool both_fit = name.fits(instance) && of.fits(parent);
    name.give_size(instance);
    of.give_size(parent);
    if (!both_fit) return PDH_MORE_DATA;
    name.give(instance);
    of.give(parent);
    if (index != nullptr) *index = parts.index;
    return kPdhSuccess;
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

PDH_STATUS PdhMakeCounterPathW(PPDH_COUNTER_PATH_ELEMENTS_W elements, LPWSTR path, LPDWORD size,
                               DWORD flags) {
  return make_path<WCHAR>(elements, {path, size}, flags);
}

PDH_STATUS PdhMakeCounterPathA(PPDH_COUNTER_PATH_ELEMENTS_A elements, LPSTR path, LPDWORD size,
                               DWORD flags) {
  return make_path<CHAR>(elements, {path, size}, flags);
}

PDH_STATUS PdhParseCounterPathW(LPCWSTR path, PPDH_COUNTER_PATH_ELEMENTS_W elements, LPDWORD size,
                                DWORD flags) {
  return parse_path<WCHAR>(path, elements, size, flags);
}

PDH_STATUS PdhParseCounterPathA(LPCSTR path, PPDH_COUNTER_PATH_ELEMENTS_A elements, LPDWORD size,
                                DWORD flags) {
  return parse_path<CHAR>(path, elements, size, flags);
}

PDH_STATUS PdhParseInstanceNameW(LPCWSTR text, LPWSTR instance, LPDWORD instance_size,
                                 LPWSTR parent, LPDWORD parent_size, LPDWORD index) {
  return parse_instance<WCHAR>(text, {instance, instance_size}, {parent, parent_size}, index);
}

PDH_STATUS PdhParseInstanceNameA(LPCSTR text, LPSTR instance, LPDWORD instance_size, LPSTR parent,
                                 LPDWORD parent_size, LPDWORD index) {
  return parse_instance<CHAR>(text, {instance, instance_size}, {parent, parent_size}, index);
}
