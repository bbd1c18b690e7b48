// PdhGetCounterInfo.
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

#include "openperflib/compat/pdh/pdh_calls_internal.h"
#include "openperflib/compat/pdh/pdh_elements_internal.h"
#include "openperflib/compat/pdh/pdh_query.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"

namespace openperflib::compat {
namespace {

template <typename Char>
using CounterInfo = std::conditional_t<sizeof(Char) == 1, PDH_COUNTER_INFO_A, PDH_COUNTER_INFO_W>;

// Everything but the texts and their addresses.
template <typename Char>
CounterInfo<Char> info_of(const OpenCounter& open, const PdhCounterDescription& counter) {
  CounterInfo<Char> info{};
  info.dwType = counter.type.bits();
  info.CVersion = PDH_VERSION;
  info.CStatus = pdh_code(counter.status);
  info.lScale = counter.scale;
  info.lDefaultScale = counter.default_scale;
  info.dwUserData = open.user_data;
  info.dwQueryUserData = open.open->user_data;
  return info;
}

// A counter without help has no explain text.
template <typename Char>
PdhStatus give_info(const OpenCounter& open, const PdhCounterDescription& counter, LPDWORD size,
                    CounterInfo<Char>* buffer) {
  TextsBehind<Char> texts(offsetof(CounterInfo<Char>, DataBuffer));
  const auto path = texts.add(write(counter.path));
  const ElementPlaces places = add_elements(counter.path, texts);
  const auto help = texts.add(counter.help.empty() ? std::nullopt
                                                   : std::optional<std::string_view>(counter.help));
  const auto bytes = static_cast<DWORD>(texts.size());
  const bool fits = has_room(buffer, *size, bytes);
  *size = bytes;
  if (!fits) return PDH_MORE_DATA;
  CounterInfo<Char> info = info_of<Char>(open, counter);
  info.dwLength = bytes;
  info.szFullPath = texts.at(path, buffer);
  info.CounterPath = elements_at(places, texts, buffer);
  info.szExplainText = texts.at(help, buffer);
  std::memcpy(buffer, &info, sizeof info);  // the buffer may be that of characters
  texts.copy_to(buffer);                    // from DataBuffer on
  return kPdhSuccess;
}

template <typename Char>
PDH_STATUS counter_info(PDH_HCOUNTER counter, BOOLEAN explain_text, LPDWORD size,
                        CounterInfo<Char>* buffer) {
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    if (size == nullptr) return PDH_INVALID_ARGUMENT;
    auto described = query.describe(open.id);
    if (!described.has_value()) return described.error();
    if (explain_text == 0) described->help.clear();
    return give_info<Char>(open, *described, size, buffer);
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

PDH_STATUS PdhGetCounterInfoW(PDH_HCOUNTER counter, BOOLEAN explain_text, LPDWORD size,
                              PPDH_COUNTER_INFO_W buffer) {
  return counter_info<WCHAR>(counter, explain_text, size, buffer);
}

PDH_STATUS PdhGetCounterInfoA(PDH_HCOUNTER counter, BOOLEAN explain_text, LPDWORD size,
                              PPDH_COUNTER_INFO_A buffer) {
  return counter_info<CHAR>(counter, explain_text, size, buffer);
}
