#include "openperflib/log/blg/blg_event_view.h"

#include <cstring>

#include "openperflib/log/blg/blg_fault_internal.h"

namespace openperflib {

std::expected<BlgEventView, Error> BlgEventView::parse(Bytes rest) noexcept {
  using namespace blg::event;
  if (!contains(rest.size(), 0, kHeadSize)) {
    return blg_fault(Errc::truncated, kSize, 0, kHeadSize - rest.size());
  }
  const auto signature = rest.subspan(kSignature.offset, kPdhGuid.size());
  if (std::memcmp(signature.data(), kPdhGuid.data(), kPdhGuid.size()) != 0) {
    return blg_fault(Errc::wrong_value, kSignature, 0, load<std::uint32_t>(signature, 0));
  }
  const auto size = load<std::uint16_t>(rest, kSize.offset);
  if (size < kHeadSize) return blg_fault(Errc::out_of_range, kSize, 0, size);
  if (!contains(rest.size(), 0, size)) return blg_fault(Errc::outside, kSize, 0, size);
  const BlgEventView view(rest.first(size));
  if (view.part() == 0 || view.part() > view.parts()) {
    return blg_fault(Errc::out_of_range, kPart, 0, view.part());
  }
  return view;
}

}  // namespace openperflib
