#include "openperflib/log/blg/blg_name_table_view.h"

#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_text_internal.h"

namespace openperflib {
namespace {

// A number in decimal digits, UTF-16.
std::optional<std::uint32_t> index_in(Bytes text) noexcept {
  constexpr std::size_t kMostDigits = 9;
  constexpr std::uint32_t kTen = 10;
  if (text.empty() || text.size() > kMostDigits * sizeof(char16_t)) return std::nullopt;
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < text.size(); at += sizeof(char16_t)) {
    const auto digit = load<std::uint16_t>(text, at);
    if (digit < u'0' || digit > u'9') return std::nullopt;
    number = number * kTen + (digit - u'0');
  }
  return number;
}

}  // namespace

std::optional<Bytes> BlgNameTableView::take_text() noexcept {
  const auto text = text_of(body_.subspan(at_));
  if (text.has_value()) at_ += text->size() + kNulSize;
  return text;
}

std::expected<BlgNameTableView, Error> BlgNameTableView::parse(Bytes body) noexcept {
  BlgNameTableView view(body);
  const auto machine = view.take_text();
  if (!machine.has_value()) return blg_fault(Errc::missing, blg::name_table::kMachine, 0, 0);
  view.machine_ = *machine;
  return view;
}

std::expected<std::optional<BlgNameTableView::Name>, Error> BlgNameTableView::next() noexcept {
  using namespace blg::name_table;
  if (at_ == body_.size()) return std::nullopt;
  const std::size_t index_at = at_;
  const auto index = take_text();
  const std::size_t name_at = at_;
  const auto name = index.has_value() ? take_text() : std::nullopt;
  if (!name.has_value()) {
    at_ = body_.size();
    return blg_fault(Errc::missing, index.has_value() ? kName : kIndex,
                     index.has_value() ? name_at : index_at, 0);
  }
  const auto number = index_in(*index);
  if (!number.has_value()) return blg_fault(Errc::not_a_number, kIndex, index_at, 0);
  return Name{*number, *name};
}

}  // namespace openperflib
