#include "apps/perflib/provider/answer_lint.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/type_table.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/instance_name.h"
#include "openperflib/wire/layout.h"

namespace openperflib::apps {
namespace {

constexpr std::array kRuleOfClause = {ModuleRule::object_lengths, ModuleRule::object_count,
                                      ModuleRule::alignment,      ModuleRule::object_index,
                                      ModuleRule::counter_index,  ModuleRule::definitions,
                                      ModuleRule::instances,      ModuleRule::parents};
static_assert(kRuleOfClause.size() == static_cast<std::size_t>(AnswerClause::parents) + 1);

// The definitions as stored, without what may change between answers.
std::vector<std::byte> stable_definitions(const ObjectTypeView& object) {
  namespace member = layout::object_type;
  const Bytes stored = object.bytes().first(object.definition_length());
  std::vector<std::byte> stable(stored.begin(), stored.end());
  const bool has_instances = object.instance_count().has_value();
  store(MutableBytes(stable), member::kTotalByteLength, std::uint32_t{0});
  store(MutableBytes(stable), member::kNumInstances, std::uint32_t{has_instances ? 1U : 0U});
  store(MutableBytes(stable), member::kPerfTime, std::uint64_t{0});
  return stable;
}

// Whether a definition is the base of the counter before it.
bool is_base_of(CounterType type, CounterType counter) {
  const TypeRow* const row = find_type(counter);
  if (row == nullptr || !row->base.has_value()) return type.is_base();
  return find_type(type) == find_type(*row->base);
}

// Bytes that a type says its values have; 0: any number.
std::uint32_t bytes_of(CounterType type) {
  switch (type.size()) {
    case TypeSize::dword:
      return 4;
    case TypeSize::large:
      return 8;
    case TypeSize::zero:
    case TypeSize::variable:
      break;
  }
  return 0;
}

// Counts events: it only grows.
bool only_grows(CounterType type) {
  return type.kind() == TypeKind::counter && type.is_delta() && !type.is_base() &&
         (type.subtype() == CounterSubtype::rate || type.subtype() == CounterSubtype::value);
}

bool ends_with_nul(Bytes name, std::uint32_t code_page) {
  const std::size_t unit = code_page == 0 ? sizeof(char16_t) : 1;
  if (name.size() < 2 * unit) return false;
  return std::ranges::all_of(name.last(unit), [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

void AnswerLint::judge(const std::string& what, const HostTrial& trial, const HostAnswer& answer) {
  static_cast<void>(answer_.check({}, 0, rules_));        // no objects, unless this answer has some
  if (answer.outcome == HostOutcome::needs_more) return;  // the host had no memory to call it
  if (answer.outcome == HostOutcome::raised) {
    return report_.add(ModuleRule::exception, what + ": " + answer.text);
  }
  if (answer.outcome == HostOutcome::guard_changed) {
    report_.add(ModuleRule::guard, what + ": bytes outside the buffer were changed");
  }
  if (answer.code == ERROR_MORE_DATA) return judge_refusal(what, answer);
  if (answer.code != ERROR_SUCCESS) {
    return report_.add(ModuleRule::collect_code, fmt::format("{}: returned {}", what, answer.code));
  }
  judge_success(what, trial, answer);
}

void AnswerLint::judge_refusal(const std::string& what, const HostAnswer& answer) {
  if (answer.trial.returned_size != 0) {
    report_.add(ModuleRule::small_size,
                fmt::format("{}: *size is {}", what, answer.trial.returned_size));
  }
  if (answer.object_count != 0) {
    report_.add(ModuleRule::small_objects,
                fmt::format("{}: *objects is {}", what, answer.object_count));
  }
  if (answer.trial.moved != 0) {
    report_.add(ModuleRule::small_pointer, what + ": *data was changed");
  }
}

void AnswerLint::judge_success(const std::string& what, const HostTrial& trial,
                               const HostAnswer& answer) {
  const std::uint32_t size = answer.trial.returned_size;
  if (size > trial.buffer_size) {
    return report_.add(ModuleRule::length, fmt::format("{}: *size is {}", what, size));
  }
  if (answer.trial.moved != size) {
    const bool is_nothing = size == 0 && answer.object_count == 0;
    report_.add(is_nothing ? ModuleRule::nothing_pointer : ModuleRule::pointer,
                fmt::format("{}: *size is {}, but *data was not advanced by it", what, size));
  }
  if (size % layout::kAlignment != 0) {
    report_.add(ModuleRule::alignment, fmt::format("{}: *size is {}", what, size));
  }
  const auto checked = answer_.check(answer.bytes, answer.object_count, rules_);
  if (!checked.has_value()) {
    const auto clause = static_cast<std::size_t>(checked.error().clause);
    return report_.add(kRuleOfClause.at(clause), what + ": " + checked.error().text);
  }
  for (const AnsweredObject& object : answer_.objects()) judge_object(what, object);
}

void AnswerLint::judge_object(const std::string& what, const AnsweredObject& object) {
  const ObjectTypeView view = object.view();
  const std::string where = fmt::format("{}, object {}", what, object.index);
  objects_.insert(object.index);
  indices_.insert(object.index);
  judge_definitions(where, object);
  judge_counters(where, view);
  judge_instances(where, view);
}

void AnswerLint::judge_definitions(const std::string& what, const AnsweredObject& object) {
  std::vector<std::byte> now = stable_definitions(object.view());
  const auto [known, is_first] = definitions_.try_emplace(object.index, now);
  if (!is_first && known->second != now) {
    report_.add(ModuleRule::changed, what + ": its definitions differ from those before");
  }
}

void AnswerLint::judge_counters(const std::string& what, const ObjectTypeView& object) {
  CounterType waits;     // for its base, if it needs one
  TitleIndex named = 0;  // that counter
  const auto lacks_base = [&] {
    report_.add(ModuleRule::base, fmt::format("{}: counter {} has no base", what, named));
  };
  for (const CounterDefinitionView& counter : object.counters()) {
    const CounterType type(counter.counter_type());
    const std::string where = fmt::format("{}, counter {}", what, counter.name_title_index());
    indices_.insert(counter.name_title_index());
    if (waits.needs_base() && !is_base_of(type, waits)) lacks_base();
    waits = type;
    named = counter.name_title_index();
    if (find_type(type) == nullptr) {
      report_.add(ModuleRule::counter_type, fmt::format("{}: {}", where, winperf_name(type)));
    } else if (bytes_of(type) != 0 && bytes_of(type) != counter.counter_size()) {
      report_.add(ModuleRule::counter_size, fmt::format("{}: {} bytes, not {}", where,
                                                        counter.counter_size(), bytes_of(type)));
    }
  }
  if (waits.needs_base()) lacks_base();
}

void AnswerLint::judge_instances(const std::string& what, const ObjectTypeView& object) {
  if (const auto single = object.single()) judge_values(what, object, {}, *single);
  std::set<std::string> known;
  for (const InstanceView& instance : object.instances()) {
    const InstanceDefinitionView& definition = instance.definition;
    const std::string name = instance_name(object, definition).text;
    const ParentInstance parent = definition.parent().value_or(ParentInstance{});
    const bool has_id = definition.unique_id() != PERF_NO_UNIQUE_ID;
    const std::string key =
        has_id ? fmt::format("id {}", definition.unique_id())
               : fmt::format("{} {} {}", parent.object_title_index, parent.instance, folded(name));
    const bool is_unique = known.insert(key).second;
    if (!is_unique) {
      report_.add(
          ModuleRule::instance_unique,
          has_id ? fmt::format("{}: two instances have the id {}", what, definition.unique_id())
                 : fmt::format("{}: two instances are named {}", what, name));
    }
    if (!has_id && !ends_with_nul(definition.name(), object.code_page())) {
      report_.add(ModuleRule::instance_name, fmt::format("{}: instance \"{}\"", what, name));
    }
    if (is_unique) judge_values(what, object, key, instance.counters);
  }
}

void AnswerLint::judge_values(const std::string& what, const ObjectTypeView& object,
                              const std::string& instance, const CounterBlockView& values) {
  for (const CounterDefinitionView& counter : object.counters()) {
    if (!only_grows(CounterType(counter.counter_type()))) continue;
    const auto number = values.value(counter);
    if (!number.has_value()) continue;
    const std::string place =
        fmt::format("{} {} {}", object.name_title_index(), counter.name_title_index(), instance);
    const auto [before, is_first] = values_.try_emplace(place, *number);
    if (!is_first && *number < before->second) {
      report_.add(ModuleRule::decreased,
                  fmt::format("{}, counter {}: {} after {}", what, counter.name_title_index(),
                              *number, before->second));
    }
    before->second = *number;
  }
}

}  // namespace openperflib::apps
