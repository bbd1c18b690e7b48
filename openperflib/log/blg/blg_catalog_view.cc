#include "openperflib/log/blg/blg_catalog_view.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_text_internal.h"

namespace openperflib {
namespace {

namespace entry = blg::catalog_entry;

// The text of an entry that a member points to.
std::expected<Bytes, Error> text_at(Bytes bytes, const blg::Member& member) noexcept {
  const auto offset = load<std::uint32_t>(bytes, member.offset);
  const Bytes texts = bytes.subspan(entry::kStrings);
  if (!contains(texts.size(), offset, kNulSize)) {
    return blg_fault(Errc::outside, member, 0, offset);
  }
  const auto text = text_of(texts.subspan(offset));
  if (!text.has_value()) return blg_fault(Errc::outside, member, 0, offset);
  return *text;
}

std::expected<std::optional<Bytes>, Error> optional_text_at(Bytes bytes,
                                                            const blg::Member& member) noexcept {
  if (load<std::uint32_t>(bytes, member.offset) == entry::kNoText) return std::nullopt;
  return OPENPERFLIB_TRY(text_at(bytes, member));
}

}  // namespace

std::expected<BlgCatalogView, Error> BlgCatalogView::parse(Bytes body) noexcept {
  using namespace blg::catalog;
  if (contains(body.size(), 0, kHeadSize)) return BlgCatalogView(body);
  return blg_fault(Errc::truncated, kVersion, 0, kHeadSize - body.size());
}

std::optional<Error> BlgCatalogView::fault() const noexcept {
  using namespace blg::catalog;
  if (version() != kVersionValue) return blg_error(Errc::wrong_value, kVersion, 0, version());
  if (log_type() != kLogTypeValue) return blg_error(Errc::wrong_value, kLogType, 0, log_type());
  return std::nullopt;
}

std::uint32_t BlgCatalogView::version() const noexcept {
  return load<std::uint32_t>(body_, blg::catalog::kVersion.offset);
}

std::uint32_t BlgCatalogView::log_type() const noexcept {
  return load<std::uint32_t>(body_, blg::catalog::kLogType.offset);
}

Bytes BlgCatalogView::entries() const noexcept { return body_.subspan(blg::catalog::kHeadSize); }

std::expected<std::uint32_t, Error> BlgCatalogEntryView::length_of(Bytes rest) noexcept {
  if (!contains(rest.size(), 0, entry::kStrings)) {
    return blg_fault(Errc::truncated, entry::kSize, 0, entry::kStrings - rest.size());
  }
  const auto size = load<std::uint32_t>(rest, entry::kSize.offset);
  if (size < entry::kStrings) return blg_fault(Errc::out_of_range, entry::kSize, 0, size);
  if (size % blg::kAlignment != 0) return blg_fault(Errc::misaligned, entry::kSize, 0, size);
  if (!contains(rest.size(), 0, size)) return blg_fault(Errc::outside, entry::kSize, 0, size);
  return size;
}

std::expected<BlgCatalogEntryView, Error> BlgCatalogEntryView::parse(Bytes rest) noexcept {
  BlgCatalogEntryView view(rest.first(OPENPERFLIB_TRY(length_of(rest))));
  OPENPERFLIB_TRY(view.find_texts());
  return view;
}

std::expected<void, Error> BlgCatalogEntryView::find_texts() noexcept {
  machine_ = OPENPERFLIB_TRY(text_at(bytes_, entry::kMachine));
  object_ = OPENPERFLIB_TRY(text_at(bytes_, entry::kObject));
  instance_ = OPENPERFLIB_TRY(optional_text_at(bytes_, entry::kInstance));
  parent_ = OPENPERFLIB_TRY(optional_text_at(bytes_, entry::kParent));
  counter_ = OPENPERFLIB_TRY(text_at(bytes_, entry::kCounter));
  return {};
}

std::uint32_t BlgCatalogEntryView::size() const noexcept {
  return static_cast<std::uint32_t>(bytes_.size());
}

std::uint32_t BlgCatalogEntryView::flags() const noexcept {
  return load<std::uint32_t>(bytes_, entry::kFlags.offset);
}

bool BlgCatalogEntryView::is_wildcard() const noexcept { return (flags() & entry::kWildcard) != 0; }

bool BlgCatalogEntryView::is_whole_object() const noexcept {
  return (flags() & entry::kWholeObject) != 0;
}

std::uint32_t BlgCatalogEntryView::user_data() const noexcept {
  return load<std::uint32_t>(bytes_, entry::kUser.offset);
}

CounterType BlgCatalogEntryView::type() const noexcept {
  return CounterType(load<std::uint32_t>(bytes_, entry::kType.offset));
}

std::int64_t BlgCatalogEntryView::time_base() const noexcept {
  return load<std::int64_t>(bytes_, entry::kTimeBase.offset);
}

std::int32_t BlgCatalogEntryView::default_scale() const noexcept {
  return load<std::int32_t>(bytes_, entry::kDefaultScale.offset);
}

std::uint32_t BlgCatalogEntryView::instance_index() const noexcept {
  return load<std::uint32_t>(bytes_, entry::kInstanceIndex.offset);
}

}  // namespace openperflib
