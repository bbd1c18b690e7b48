#include "openperflib/provider/v1/module_answer.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

namespace object = layout::object_type;
namespace definition = layout::counter_definition;

// The numbers of Windows' events.
constexpr std::uint32_t kWrongSum = 1003;
constexpr std::uint32_t kWrongInstance = 1004;
constexpr std::uint32_t kUnaligned = 1016;
constexpr std::uint32_t kWrongDefinition = 1019;

constexpr std::size_t kAlignment = 8;

constexpr std::size_t padded(std::size_t length) noexcept {
  return (length + kAlignment - 1) / kAlignment * kAlignment;
}

std::unexpected<AnswerFault> refused(std::uint32_t event, std::string text) {
  return std::unexpected(AnswerFault{event, std::move(text)});
}

// The event for a fault of the format: by the structure that has it.
std::uint32_t event_of(const Error& error) noexcept {
  const std::string_view structure = error.field == nullptr ? "" : error.field->structure;
  if (structure == "PERF_COUNTER_DEFINITION") return kWrongDefinition;
  if (structure == "PERF_INSTANCE_DEFINITION" || structure == "PERF_COUNTER_BLOCK") {
    return kWrongInstance;
  }
  return kWrongSum;
}

// A base without a title gets that of the counter before it, since all titles of a block are named.
void name_bases(MutableBytes bytes) noexcept {
  const auto count = load<std::uint32_t>(bytes, object::kNumCounters);
  std::size_t at = load<std::uint32_t>(bytes, object::kHeaderLength);
  std::uint32_t name = 0;
  std::uint32_t help = 0;
  for (std::uint32_t i = 0; i < count && contains(bytes.size(), at, definition::kSize); ++i) {
    const MutableBytes one = bytes.subspan(at);
    const auto index = load<std::uint32_t>(one, definition::kCounterNameTitleIndex);
    if (index == 0 && CounterType(load<std::uint32_t>(one, definition::kCounterType)).is_base()) {
      store<std::uint32_t>(one, definition::kCounterNameTitleIndex, name);
      store<std::uint32_t>(one, definition::kCounterHelpTitleIndex, help);
    } else {
      name = index;
      help = load<std::uint32_t>(one, definition::kCounterHelpTitleIndex);
    }
    const auto length = load<std::uint32_t>(one, definition::kByteLength);
    if (length < definition::kSize || !contains(bytes.size(), at, length)) return;
    at += length;
  }
}

// A title index must be one of the service, or a fixed one: modules may use names of Windows.
bool may_use(TitleIndex index, const TitleRange& titles) noexcept {
  return titles.contains(index) || (index != 0 && is_fixed_index(index));
}

}  // namespace

ModuleAnswer::Verdict ModuleAnswer::split(Bytes bytes, const AnswerRules& rules) {
  if (bytes.size() % kAlignment != 0 && !rules.pads_lengths) {
    return refused(kUnaligned, fmt::format("its length, {}, is not a multiple of 8", bytes.size()));
  }
  // Enough for all objects with their padding, so that the bytes never move.
  bytes_.clear();
  bytes_.reserve(bytes.size() + rules.limits.objects * kAlignment);
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (objects_.size() >= rules.limits.objects)
      return refused(kWrongSum, "it has too many objects");
    if (!contains(bytes.size(), at, object::kSize)) {
      return refused(kWrongSum, fmt::format("the {} bytes after its objects are no object",
                                            bytes.size() - at));
    }
    const auto length = load<std::uint32_t>(bytes, at + object::kTotalByteLength);
    if (length < object::kSize || !contains(bytes.size(), at, length)) {
      return refused(
          kWrongSum,
          fmt::format("the length of the object at byte {}, {}, leaves the answer", at, length));
    }
    if (length % kAlignment != 0 && !rules.pads_lengths) {
      return refused(kUnaligned,
                     fmt::format("the length of the object at byte {}, {}, is not a multiple of 8",
                                 at, length));
    }
    const std::size_t begin = bytes_.size();
    bytes_.insert(bytes_.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  bytes.begin() + static_cast<std::ptrdiff_t>(at + length));
    bytes_.resize(begin + padded(length));
    const MutableBytes one = MutableBytes(bytes_).subspan(begin);
    store<std::uint32_t>(one, object::kTotalByteLength, static_cast<std::uint32_t>(one.size()));
    name_bases(one);
    objects_.push_back({load<std::uint32_t>(one, object::kObjectNameTitleIndex), one});
    at += length;
    if (rules.pads_lengths && bytes.size() - at < kAlignment) break;  // the padding of the last one
  }
  return {};
}

ModuleAnswer::Verdict ModuleAnswer::validate(const AnswerRules& rules) {
  scratch_.begin({});
  for (const AnsweredObject& one : objects_) {
    if (!rules.titles.contains(one.index)) {
      return refused(kWrongDefinition,
                     fmt::format("the object's index, {}, is not one of the service ({} to {})",
                                 one.index, rules.titles.first, rules.titles.last));
    }
    const auto appended = scratch_.append_object(one.bytes, rules.limits);
    if (!appended.has_value()) {
      return refused(event_of(appended.error()),
                     fmt::format("object {}: {}", one.index, describe(appended.error())));
    }
  }
  const auto block = scratch_.finish();
  const auto view = block.has_value()
                        ? DataBlockView::parse(*block, rules.limits, Conformance::strict)
                        : std::unexpected(block.error());
  if (!view.has_value()) return refused(event_of(view.error()), describe(view.error()));
  for (const ObjectTypeView one : view->objects()) {
    for (const CounterDefinitionView& counter : one.counters()) {
      if (may_use(counter.name_title_index(), rules.titles)) continue;
      return refused(kWrongDefinition,
                     fmt::format("object {}: the counter's index, {}, is not one of the service",
                                 one.name_title_index(), counter.name_title_index()));
    }
  }
  return {};
}

std::expected<void, AnswerFault> ModuleAnswer::check(Bytes bytes, std::uint32_t object_count,
                                                     const AnswerRules& rules) {
  objects_.clear();
  Verdict verdict = split(bytes, rules);
  if (verdict.has_value() && objects_.size() != object_count) {
    verdict = refused(kWrongSum,
                      fmt::format("it has {} objects, but says {}", objects_.size(), object_count));
  }
  if (verdict.has_value()) verdict = validate(rules);
  if (!verdict.has_value()) objects_.clear();
  return verdict;
}

}  // namespace openperflib
