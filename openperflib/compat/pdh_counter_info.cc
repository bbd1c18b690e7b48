// PdhGetCounterInfo.
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh_calls_internal.h"
#include "openperflib/compat/pdh_query.h"

namespace openperflib::compat {
namespace {

template <typename Char>
struct InfoType;
template <>
struct InfoType<CHAR> {
  using Info = PDH_COUNTER_INFO_A;
  using Text = std::string;
};
template <>
struct InfoType<WCHAR> {
  using Info = PDH_COUNTER_INFO_W;
  using Text = std::u16string;
};

template <typename Char>
typename InfoType<Char>::Text encoded(const std::string& utf8) {
  if constexpr (kEncodingOf<Char> == Encoding::utf8) {
    return utf8;
  } else {
    return utf16_from_utf8(utf8);
  }
}

// The texts of an info, in the order in which they follow it, and the members that point to them;
// nullopt: the member is NULL.
template <typename Char>
class InfoTexts {
 public:
  using Info = typename InfoType<Char>::Info;

  InfoTexts(const PdhCounterDescription& counter, bool is_explained) {
    const CounterPath& path = counter.path;
    add(write(path));
    add("\\\\" + path.machine);
    add(path.object);
    add(path.instance);
    add(path.parent.empty() ? std::nullopt : std::optional(path.parent));
    add(path.counter);
    add(is_explained && !counter.help.empty() ? std::optional(counter.help) : std::nullopt);
  }
  // Of an info with these texts.
  [[nodiscard]] std::size_t bytes() const noexcept {
    return std::max(sizeof(Info), kBegin + characters_ * sizeof(Char));
  }
  // Puts the texts behind `info`, which has room for them.
  void write_to(Info& info) const {
    auto* place = reinterpret_cast<Char*>(reinterpret_cast<std::byte*>(&info) + kBegin);
    std::size_t next = 0;
    for (Char** const member :
         {&info.szFullPath, &info.CounterPath.szMachineName, &info.CounterPath.szObjectName,
          &info.CounterPath.szInstanceName, &info.CounterPath.szParentInstance,
          &info.CounterPath.szCounterName, &info.szExplainText}) {
      const auto& text = texts_[next++];
      *member = text.has_value() ? place : nullptr;
      if (!text.has_value()) continue;
      std::memcpy(place, text->c_str(), (text->size() + 1) * sizeof(Char));
      place += text->size() + 1;
    }
  }

 private:
  static constexpr std::size_t kBegin = offsetof(Info, DataBuffer);
  void add(const std::optional<std::string>& text) {
    auto& added = texts_[count_++];
    if (!text.has_value()) return;
    added = encoded<Char>(*text);
    characters_ += added->size() + 1;
  }
  std::array<std::optional<typename InfoType<Char>::Text>, 7> texts_;
  std::size_t count_ = 0;
  std::size_t characters_ = 0;  // with their NULs
};

template <typename Char>
PdhStatus give_info(const OpenCounter& open, const PdhCounterDescription& counter,
                    bool is_explained, LPDWORD size, typename InfoType<Char>::Info* buffer) {
  const InfoTexts<Char> texts(counter, is_explained);
  const auto bytes = static_cast<DWORD>(texts.bytes());
  const bool fits = bytes <= *size;
  *size = bytes;
  if (!fits) return PDH_MORE_DATA;
  std::memset(buffer, 0, sizeof(*buffer));
  buffer->dwLength = bytes;
  buffer->dwType = counter.type.bits();
  buffer->CVersion = PDH_VERSION;
  buffer->CStatus = pdh_code(counter.status);
  buffer->lScale = counter.scale;
  buffer->lDefaultScale = counter.default_scale;
  buffer->dwUserData = open.user_data;
  buffer->dwQueryUserData = open.open->user_data;
  buffer->CounterPath.dwInstanceIndex = counter.path.index;
  texts.write_to(*buffer);
  return kPdhSuccess;
}

template <typename Char>
PDH_STATUS counter_info(PDH_HCOUNTER counter, BOOLEAN explain_text, LPDWORD size,
                        typename InfoType<Char>::Info* buffer) {
  return with_pdh_counter(counter, [&](const OpenCounter& open, PdhQuery& query) -> PdhStatus {
    if (size == nullptr || (buffer == nullptr && *size != 0)) return PDH_INVALID_ARGUMENT;
    const auto described = query.describe(open.id);
    if (!described.has_value()) return described.error();
    return give_info<Char>(open, *described, explain_text != 0, size, buffer);
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
