#include "openperflib/provider/v1/module_answer.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/layout.h"
#include "openperflib/wire/rebuild.h"

namespace openperflib {
namespace {

namespace block = layout::data_block;
namespace object = layout::object_type;
namespace definition = layout::counter_definition;

// The numbers of further events of Windows.
constexpr std::uint32_t kWrongSum = 1003;
constexpr std::uint32_t kWrongInstance = 1004;
constexpr std::uint32_t kUnaligned = 1016;

std::unexpected<AnswerFault> refused(std::uint32_t event, std::string text, AnswerClause clause) {
  return std::unexpected(AnswerFault{event, std::move(text), clause});
}

// An object's length that is possible, but not where its instances end.
bool is_end_of_instances(const Error& error) noexcept {
  const std::string_view name = error.field->name;
  return name == "NumInstances" || (name == "TotalByteLength" && error.code == Errc::disagrees);
}

// The event for a fault of the format: by the structure that has it.
std::uint32_t event_of(const Error& error) noexcept {
  if (error.code == Errc::misaligned) return kUnaligned;
  const std::string_view structure = error.field->structure;
  if (structure == "PERF_COUNTER_DEFINITION") return kWrongDefinition;
  if (structure != "PERF_OBJECT_TYPE" || is_end_of_instances(error)) return kWrongInstance;
  return error.field->name == std::string_view("TotalByteLength") ? kWrongSum : kWrongDefinition;
}

AnswerClause clause_of(const Error& error) noexcept {
  if (std::string_view(error.field->name).starts_with("Parent")) return AnswerClause::parents;
  switch (event_of(error)) {
    case kUnaligned:
      return AnswerClause::alignment;
    case kWrongInstance:
      return AnswerClause::instances;
    case kWrongSum:
      return AnswerClause::lengths;
    default:
      return AnswerClause::definitions;
  }
}

// A base without a title gets that of the counter before it, since all titles of a block are named.
// The bytes are not validated yet: it stops where they make no sense.
void name_bases(MutableBytes bytes) noexcept {
  const auto count = load<std::uint32_t>(bytes, object::kNumCounters);
  std::size_t at = load<std::uint32_t>(bytes, object::kHeaderLength);
  std::uint32_t name = 0;
  std::uint32_t help = 0;
  for (std::uint32_t i = 0; i < count && contains(bytes.size(), at, definition::kSize); ++i) {
    const MutableBytes one = bytes.subspan(at);
    const auto length = load<std::uint32_t>(one, definition::kByteLength);
    if (at < object::kSize || length < definition::kSize || !contains(one.size(), 0, length)) {
      return;
    }
    const auto index = load<std::uint32_t>(one, definition::kCounterNameTitleIndex);
    if (index == 0 && CounterType(load<std::uint32_t>(one, definition::kCounterType)).is_base()) {
      store<std::uint32_t>(one, definition::kCounterNameTitleIndex, name);
      store<std::uint32_t>(one, definition::kCounterHelpTitleIndex, help);
    } else {
      name = index;
      help = load<std::uint32_t>(one, definition::kCounterHelpTitleIndex);
    }
    at += length;
  }
}

// Whether it is the index of a name, rather than of a help text, that the service has.
bool is_name_of(const TitleRange& titles, TitleIndex index) noexcept {
  return index >= titles.first && index <= titles.last && (index - titles.first) % 2 == 0;
}

// A title of a counter may be a fixed one as well: modules may use names of Windows.
bool may_name_counter(TitleIndex index, const TitleRange& titles) noexcept {
  return is_name_of(titles, index) || (index != 0 && is_fixed_index(index));
}

// The bytes of the object at `at`. Errors: it extends beyond the answer.
std::expected<Bytes, AnswerFault> object_at(Bytes bytes, std::size_t at) {
  if (!contains(bytes.size(), at, object::kSize)) {
    return refused(
        kWrongSum,
        fmt::format("the {} bytes after its objects are not an object", bytes.size() - at),
        AnswerClause::lengths);
  }
  const auto length = load<std::uint32_t>(bytes, at + object::kTotalByteLength);
  if (length < object::kSize || !contains(bytes.size(), at, length)) {
    return refused(kWrongSum,
                   fmt::format("the object at byte {} has the wrong length {}, of {}", at, length,
                               bytes.size()),
                   AnswerClause::lengths);
  }
  return bytes.subspan(at, length);
}

}  // namespace

// What is odd is read by tolerant rules, as a block of this object alone, and written again.
std::expected<Bytes, Error> ModuleAnswer::padded(const Limits& limits) {
  padding_.begin({});
  const Bytes header = OPENPERFLIB_TRY(padding_.finish());
  odd_.assign(header.begin(), header.end());
  odd_.insert(odd_.end(), one_.begin(), one_.end());
  store(MutableBytes(odd_), block::kTotalByteLength, static_cast<std::uint32_t>(odd_.size()));
  store(MutableBytes(odd_), block::kNumObjectTypes, std::uint32_t{1});
  const DataBlockView view = OPENPERFLIB_TRY(DataBlockView::parse(odd_, limits));
  const Bytes whole = OPENPERFLIB_TRY(rebuild(view, padding_));
  return whole.subspan(load<std::uint32_t>(whole, block::kHeaderLength));
}

ModuleAnswer::Verdict ModuleAnswer::take_object(const AnswerRules& rules) {
  const auto index = load<std::uint32_t>(one_, object::kObjectNameTitleIndex);
  if (!is_name_of(rules.titles, index)) {
    return refused(kWrongDefinition,
                   fmt::format("the object's index, {}, is not one of the service ({} to {})",
                               index, rules.titles.first, rules.titles.last),
                   AnswerClause::object_index);
  }
  name_bases(one_);
  auto taken = checked_.append_object(one_, rules.limits);
  if (!taken.has_value() && taken.error().code == Errc::misaligned && rules.pads_lengths) {
    const auto even = padded(rules.limits);
    taken = even.has_value() ? checked_.append_object(*even, rules.limits)
                             : std::unexpected(even.error());
  }
  if (taken.has_value()) return {};
  return refused(event_of(taken.error()),
                 fmt::format("object {}: {}", index, describe(taken.error())),
                 clause_of(taken.error()));
}

// Objects follow one another by their stored lengths, odd or not; what follows the last one may
// pad the whole answer.
ModuleAnswer::Verdict ModuleAnswer::take_objects(Bytes bytes, const AnswerRules& rules) {
  const std::size_t most_padding = rules.pads_lengths ? layout::kAlignment - 1 : 0;
  std::size_t at = 0;
  while (bytes.size() - at > most_padding) {
    const Bytes one = OPENPERFLIB_TRY(object_at(bytes, at));
    one_.assign(one.begin(), one.end());
    OPENPERFLIB_TRY(take_object(rules));
    at += one.size();
  }
  return {};
}

ModuleAnswer::Verdict ModuleAnswer::list_objects(const AnswerRules& rules) {
  const auto whole = checked_.finish();
  if (!whole.has_value()) {
    return refused(kWrongSum, describe(whole.error()), AnswerClause::lengths);
  }
  Bytes rest = whole->subspan(load<std::uint32_t>(*whole, block::kHeaderLength));
  while (!rest.empty()) {
    const auto length = load<std::uint32_t>(rest, object::kTotalByteLength);
    const AnsweredObject one{load<std::uint32_t>(rest, object::kObjectNameTitleIndex),
                             rest.first(length)};
    for (const CounterDefinitionView& counter : one.view().counters()) {
      if (may_name_counter(counter.name_title_index(), rules.titles)) continue;
      return refused(kWrongDefinition,
                     fmt::format("object {}: the counter's index, {}, is not one of the service",
                                 one.index, counter.name_title_index()),
                     AnswerClause::counter_index);
    }
    objects_.push_back(one);
    rest = rest.subspan(length);
  }
  return {};
}

std::expected<void, AnswerFault> ModuleAnswer::check(Bytes bytes, std::uint32_t object_count,
                                                     const AnswerRules& rules) {
  objects_.clear();
  checked_.begin({});
  Verdict verdict = take_objects(bytes, rules);
  if (verdict.has_value()) verdict = list_objects(rules);
  if (verdict.has_value() && objects_.size() != object_count) {
    verdict = refused(
        kWrongSum,
        fmt::format("it has {} objects, but its module said {}", objects_.size(), object_count),
        AnswerClause::count);
  }
  if (!verdict.has_value()) objects_.clear();
  return verdict;
}

}  // namespace openperflib
