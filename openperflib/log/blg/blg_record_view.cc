#include "openperflib/log/blg/blg_record_view.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_text_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kMagicBits = 0x00FF'FFFF;  // the form is above them

}  // namespace

std::expected<BlgRecordView, Error> BlgRecordView::parse(Bytes rest) noexcept {
  using namespace blg::record;
  if (!contains(rest.size(), 0, kHeadSize)) {
    return blg_fault(Errc::truncated, kMagic, 0, kHeadSize - rest.size());
  }
  const std::uint32_t magic = load<std::uint32_t>(rest, kMagic.offset) & kMagicBits;
  if (magic != kMagicValue) return blg_fault(Errc::wrong_value, kMagic, 0, magic);
  const auto length = load<std::uint32_t>(rest, kLength.offset);
  if (length < kHeadSize) return blg_fault(Errc::out_of_range, kLength, 0, length);
  if (!contains(rest.size(), 0, length)) return blg_fault(Errc::outside, kLength, 0, length);
  return BlgRecordView(rest.first(length));
}

std::expected<BlgCounterView, Error> BlgCounterView::parse(Bytes payload) noexcept {
  using namespace blg::single;
  if (contains(payload.size(), 0, kSize)) return BlgCounterView(payload.first(kSize));
  return blg_fault(Errc::truncated, kStatus, 0, kSize - payload.size());
}

std::expected<BlgInstancesView, Error> BlgInstancesView::parse(Bytes payload) noexcept {
  using namespace blg::multi;
  if (!contains(payload.size(), 0, kItems)) {
    return blg_fault(Errc::truncated, kLength, 0, kItems - payload.size());
  }
  const auto length = load<std::uint32_t>(payload, kLength.offset);
  if (length != payload.size()) return blg_fault(Errc::disagrees, kLength, 0, length);
  const BlgInstancesView view(payload);
  if (view.count() > (payload.size() - kItems) / kItemSize) {
    return blg_fault(Errc::outside, kCount, 0, view.count());
  }
  OPENPERFLIB_TRY(view.check_names());
  return view;
}

std::expected<void, Error> BlgInstancesView::check_names() const noexcept {
  using namespace blg::multi;
  const std::size_t end = end_of_last_text(bytes_);
  for (std::uint32_t i = 0; i < count(); ++i) {
    const std::uint32_t offset = name_offset(i);
    const std::size_t item = kItems + i * kItemSize;
    if (offset % kNulSize != 0) return blg_fault(Errc::misaligned, kItemName, item, offset);
    if (offset < names_at() || !contains(end, offset, kNulSize)) {
      return blg_fault(Errc::outside, kItemName, item, offset);
    }
  }
  return {};
}

Bytes BlgInstancesView::name(std::uint32_t i) const noexcept {
  return text_of(bytes_.subspan(name_offset(i))).value_or(Bytes());
}

}  // namespace openperflib
