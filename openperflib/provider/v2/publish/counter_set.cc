#include "openperflib/provider/v2/publish/counter_set.h"

#include <memory>
#include <optional>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/guid.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/segment_layout.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kWordBytes = sizeof(std::uint64_t);

// With or without braces.
std::optional<Guid> declared_guid(const std::string& text) {
  return guid_of(text.starts_with('{') ? text : '{' + text + '}');
}

std::uint32_t type_of(CounterKind kind) noexcept {
  switch (kind) {
    case CounterKind::number:
      return PERF_COUNTER_LARGE_RAWCOUNT;
    case CounterKind::rate:
      return PERF_COUNTER_BULK_COUNT;
    case CounterKind::average:
      return PERF_AVERAGE_BULK;
  }
  return PERF_COUNTER_LARGE_RAWCOUNT;
}

// An average is followed by its base. Ids are positions.
void append_counter(const CounterDeclaration& counter, CounterSetTemplate& set) {
  const auto id = static_cast<std::uint32_t>(set.counters.size());
  const bool has_base = counter.kind == CounterKind::average;
  set.counters.push_back({.id = id,
                          .type = type_of(counter.kind),
                          .detail_level = PERF_DETAIL_NOVICE,
                          .base_id = has_base ? id + 1 : kNoCounterId,
                          .name = counter.name,
                          .help = counter.help});
  if (!has_base) return;
  set.counters.push_back({.id = id + 1,
                          .type = PERF_AVERAGE_BASE,
                          .attributes = PERF_ATTRIB_NO_DISPLAYABLE,
                          .detail_level = PERF_DETAIL_NOVICE,
                          .name = counter.name + " Base"});
}

CounterSetTemplate template_of(const CounterSetDeclaration& declaration, const Guid& guid) {
  constexpr std::uint32_t kOne = PERF_COUNTERSET_SINGLE_INSTANCE;
  constexpr std::uint32_t kSeveral = PERF_COUNTERSET_MULTI_INSTANCES;
  CounterSetTemplate set{.set = guid, .instance_type = declaration.has_instances ? kSeveral : kOne};
  set.name = declaration.name;
  set.help = declaration.help;
  for (const CounterDeclaration& counter : declaration.counters) append_counter(counter, set);
  set.cell_rows = declaration.sharded ? kCellRows : 0;
  return set;
}

}  // namespace

void PublisherEnd::operator()(Publisher* publisher) const noexcept { delete publisher; }

// Values and cells are in the same order, so that the way from one to the other is the same for
// all.
void Counter::use_cells(const SegmentLayout& layout) noexcept {
  if (layout.counts().cell_rows == 0) return;
  cells_ = static_cast<std::uint32_t>(layout.cells_offset(0) - layout.value_offset(0)) / kWordBytes;
  cell_row_words_ = layout.cell_row_size() / kWordBytes;
}

std::uint64_t Counter::sum_of_cells() const noexcept {
  std::uint64_t sum = 0;
  for (std::uint32_t row = 0; row < kCellRows; ++row) {
    sum += std::atomic_ref(value_[cells_ + row * cell_row_words_]).load(std::memory_order_relaxed);
  }
  return sum;
}

CounterSetInstance::CounterSetInstance(Publisher& publisher, PublishedSet& set,
                                       std::unique_ptr<PublishedInstance> instance,
                                       std::vector<Counter> its_counters) noexcept
    : publisher_(&publisher),
      set_(&set),
      instance_(std::move(instance)),
      counters_(std::move(its_counters)) {
  const auto& counters = set.set().counters;
  for (std::uint32_t i = 0; i < counters.size(); ++i) {
    const bool has_base = counters[i].base_id != kNoCounterId;
    // A base of 4 bytes has the low half of its word, which counts samples modulo 2^32.
    Counter counter;
    counter.value_ = instance_->word(i);
    if (has_base) counter.samples_ = instance_->word(++i);
    counter.use_cells(instance_->segment->layout());
    counters_.push_back(counter);
  }
}

CounterSetInstance::CounterSetInstance(CounterSetInstance&& other) noexcept
    : publisher_(std::exchange(other.publisher_, nullptr)),
      set_(other.set_),
      instance_(std::move(other.instance_)),
      counters_(std::move(other.counters_)) {}

CounterSetInstance::~CounterSetInstance() {
  if (publisher_ != nullptr) publisher_->remove_instance(*set_, *instance_);
}

std::expected<CounterSet, CounterSetFault> CounterSet::publish(
    Publisher& publisher, const CounterSetDeclaration& declaration) {
  const auto guid = declared_guid(declaration.guid);
  if (!guid.has_value()) return std::unexpected(CounterSetFault::not_found);
  PublishedSet* const set = OPENPERFLIB_TRY(publisher.add(template_of(declaration, *guid)));
  return CounterSet(publisher, *set);
}

CounterSet::CounterSet(CounterSet&& other) noexcept
    : publisher_(other.publisher_), set_(std::exchange(other.set_, nullptr)) {}

CounterSet::~CounterSet() {
  if (set_ != nullptr) (void)publisher_->remove(set_);  // it has no callback
}

std::expected<CounterSetInstance, CounterSetFault> CounterSet::add(std::string_view name) {
  const bool has_one = set_->set().has_one_instance();
  std::vector<Counter> counters;
  counters.reserve(set_->set().counters.size());  // so that nothing fails once it is published
  auto instance = std::make_unique<PublishedInstance>();
  *instance = OPENPERFLIB_TRY(
      publisher_->add_instance(*set_, has_one ? std::u16string() : utf16_from_utf8(name), 0));
  return CounterSetInstance(*publisher_, *set_, std::move(instance), std::move(counters));
}

}  // namespace openperflib
