#include "openperflib/log/blg/blg_closing_index_view.h"

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_text_internal.h"

namespace openperflib {
namespace {

namespace closing_index = blg::closing_index;

constexpr std::size_t kWord = sizeof(std::uint32_t);
// The bytes per counter in the lists before a list.
constexpr std::size_t kBeforeTypes = kWord;
constexpr std::size_t kBeforeTimeBases = kBeforeTypes + kWord;
constexpr std::size_t kBeforeScales = kBeforeTimeBases + sizeof(std::int64_t);
constexpr std::size_t kNumberInItem = kWord;

}  // namespace

std::expected<BlgClosingIndexView, Error> BlgClosingIndexView::parse(Bytes body) noexcept {
  if (!contains(body.size(), 0, closing_index::kHeadSize)) {
    return blg_fault(Errc::truncated, closing_index::kFirstTime, 0,
                     closing_index::kHeadSize - body.size());
  }
  const auto length = load<std::uint32_t>(body, closing_index::kLength.offset);
  if (length != body.size()) return blg_fault(Errc::disagrees, closing_index::kLength, 0, length);
  return BlgClosingIndexView(body);
}

FileTime BlgClosingIndexView::first_time_local() const noexcept {
  return load<std::int64_t>(body_, closing_index::kFirstTime.offset);
}

FileTime BlgClosingIndexView::last_time_local() const noexcept {
  return load<std::int64_t>(body_, closing_index::kLastTime.offset);
}

std::uint32_t BlgClosingIndexView::sample_count() const noexcept {
  return load<std::uint32_t>(body_, closing_index::kSamples.offset);
}

std::uint32_t BlgClosingIndexView::entry_count() const noexcept {
  return load<std::uint32_t>(body_, closing_index::kEntries.offset);
}

std::uint32_t BlgClosingIndexView::version() const noexcept {
  return load<std::uint32_t>(body_, closing_index::kVersion.offset);
}

Bytes BlgClosingIndexView::entries() const noexcept {
  return body_.subspan(closing_index::kHeadSize);
}

std::expected<BlgIndexEntryView, Error> BlgIndexEntryView::parse(Bytes payload) noexcept {
  if (!contains(payload.size(), 0, closing_index::kCounterLists)) {
    return blg_fault(Errc::truncated, closing_index::kInstances, 0,
                     closing_index::kCounterLists - payload.size());
  }
  BlgIndexEntryView view(payload);
  if (view.counter_count() >
      (payload.size() - closing_index::kCounterLists) / closing_index::kBytesACounter) {
    return blg_fault(Errc::outside, closing_index::kCounters, 0, view.counter_count());
  }
  OPENPERFLIB_TRY(view.check_instances());
  return view;
}

std::expected<void, Error> BlgIndexEntryView::check_instances() noexcept {
  const std::size_t lists =
      closing_index::kCounterLists + counter_count() * closing_index::kBytesACounter;
  const std::size_t at = checked_round_up(lists, blg::kAlignment).value_or(lists);
  const std::uint32_t count = instance_count().value_or(0);
  const std::size_t left = contains(payload_.size(), at, 0) ? payload_.size() - at : 0;
  if (count > left / closing_index::kInstanceSize)
    return blg_fault(Errc::outside, closing_index::kInstances, 0, count);
  if (count == 0) return {};
  instances_ = payload_.subspan(at, count * closing_index::kInstanceSize);
  names_ = payload_.subspan(at + instances_.size());
  const std::size_t end = end_of_last_text(names_);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto offset = load<std::uint32_t>(instances_, i * closing_index::kInstanceSize);
    if (offset % kNulSize != 0 || !contains(end, offset, kNulSize)) {
      return blg_fault(Errc::outside, closing_index::kInstanceName,
                       at + i * closing_index::kInstanceSize, offset);
    }
  }
  return {};
}

std::optional<std::uint32_t> BlgIndexEntryView::instance_count() const noexcept {
  const auto count = load<std::int32_t>(payload_, closing_index::kInstances.offset);
  if (count < 0) return std::nullopt;
  return static_cast<std::uint32_t>(count);
}

std::uint32_t BlgIndexEntryView::counter_count() const noexcept {
  return load<std::uint32_t>(payload_, closing_index::kCounters.offset);
}

std::size_t BlgIndexEntryView::list(std::size_t bytes_before, std::size_t size,
                                    std::uint32_t i) const noexcept {
  return closing_index::kCounterLists + counter_count() * bytes_before + i * size;
}

std::uint32_t BlgIndexEntryView::title_index(std::uint32_t i) const noexcept {
  return load<std::uint32_t>(payload_, list(0, kWord, i));
}

CounterType BlgIndexEntryView::type(std::uint32_t i) const noexcept {
  return CounterType(load<std::uint32_t>(payload_, list(kBeforeTypes, kWord, i)));
}

std::int64_t BlgIndexEntryView::time_base(std::uint32_t i) const noexcept {
  return load<std::int64_t>(payload_, list(kBeforeTimeBases, sizeof(std::int64_t), i));
}

std::int32_t BlgIndexEntryView::default_scale(std::uint32_t i) const noexcept {
  return load<std::int32_t>(payload_, list(kBeforeScales, kWord, i));
}

Bytes BlgIndexEntryView::instance_name(std::uint32_t i) const noexcept {
  const auto offset = load<std::uint32_t>(instances_, i * closing_index::kInstanceSize);
  return text_of(names_.subspan(offset)).value_or(Bytes());
}

std::uint32_t BlgIndexEntryView::instance_number(std::uint32_t i) const noexcept {
  return load<std::uint32_t>(instances_, i * closing_index::kInstanceSize + kNumberInItem);
}

}  // namespace openperflib
