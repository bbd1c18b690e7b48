#include "openperflib/provider/provider_set.h"

#include <algorithm>
#include <string>
#include <utility>

namespace openperflib {
namespace {

constexpr TitleIndex kNoCounter = 0xFFFF'FFFF;  // requested only together with all others

void sort_titles(std::vector<Title>& titles) {
  if (!std::ranges::is_sorted(titles, {}, &Title::index)) {
    std::ranges::sort(titles, {}, &Title::index);
  }
  const auto repeated = std::ranges::unique(titles, {}, &Title::index);
  titles.erase(repeated.begin(), repeated.end());
}

}  // namespace

ProviderSet::ProviderSet(const TitleTable& fixed) : fixed_(fixed), titles_(title_set_of(fixed)) {}

void ProviderSet::add(std::unique_ptr<Provider> provider) {
  providers_.push_back(std::move(provider));
}

// Each generation only grows, and so does their sum; a provider more is another generation too.
std::uint64_t ProviderSet::described_generation() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& provider : providers_) sum += provider->generation() + 1;
  return sum;
}

void ProviderSet::gather_titles(const Provider& provider, const ObjectRequest* request,
                                std::vector<Title>& into) const {
  const auto add = [&](TitleIndex index, std::string_view text) {
    if (text.empty() || index == 0) return;
    const bool is_fixed =
        is_fixed_index(index) && (fixed_.name(index).has_value() || fixed_.help(index).has_value());
    if (!is_fixed) into.push_back({index, text});
  };
  // By index, so that ten thousand titles need not be sorted.
  std::vector<const ObjectDescription*> objects;
  std::size_t most = into.size();
  for (const ObjectDescription& object : provider.describe()) {
    if (request != nullptr && !is_requested(object, *request)) continue;
    objects.push_back(&object);
    most += 2 + 2 * object.counters.size();
  }
  std::ranges::sort(objects, {}, &ObjectDescription::name_index);
  into.reserve(most);
  for (const ObjectDescription* const object : objects) {
    add(object->name_index, object->name);
    add(object->help_index, object->help);
    for (const CounterDescription& counter : object->counters) {
      add(counter.name_index, counter.name);
      add(counter.help_index, counter.summary);
    }
  }
}

const std::shared_ptr<const TitleSet>& ProviderSet::titles() {
  const std::uint64_t generation = described_generation();
  if (generation == titles_generation_) return titles_;
  titles_generation_ = generation;
  std::vector<Title> more;
  for (const auto& provider : providers_) gather_titles(*provider, nullptr, more);
  sort_titles(more);
  if (!more.empty() || !titles_->added().empty()) {
    titles_ = std::make_shared<const TitleSet>(fixed_, more, generation);
  }
  return titles_;
}

void ProviderSet::add_needs(const ObjectDescription& object) {
  for (const ObjectNeed& need : object.needs) {
    if (completed_.wants_object(need.object)) continue;
    if (completed_.wants_counter(object.name_index, kNoCounter)) {
      completed_.add_object(need.object);
    } else {
      completed_.add_counter(need.object, need.counter);
    }
  }
}

const ObjectRequest& ProviderSet::completed(const ObjectRequest& request) {
  const std::uint64_t generation = described_generation();
  if (asked_ == request && completed_generation_ == generation) return completed_;
  completed_generation_ = generation;
  asked_ = request;
  completed_ = request;
  if (request.kind() == ObjectRequest::Kind::ids) {
    for (const auto& provider : providers_) {
      for (const ObjectDescription& object : provider->describe()) {
        if (completed_.wants_object(object.name_index)) add_needs(object);
      }
    }
  }
  gather_collected();
  return completed_;
}

void ProviderSet::gather_collected() {
  collected_.clear();
  for (const auto& provider : providers_) gather_titles(*provider, &completed_, collected_);
  sort_titles(collected_);
}

void ProviderSet::forget() noexcept {
  for (const auto& provider : providers_) provider->forget();
}

void ProviderSet::report_absent(const Provider& provider, const ObjectRequest& request,
                                const ProviderFault& fault, ProviderReport& report) {
  std::string text(provider.name());
  text += ": ";
  text += fault.text;
  for (const ObjectDescription& object : provider.describe()) {
    if (is_requested(object, request)) report.add_absent(object.name_index, fault.code, text);
  }
}

void ProviderSet::collect(const CollectTask& task, DataBlockBuilder& builder,
                          ProviderReport& report) {
  for (const auto& provider : providers_) provider->begin(task);
  const CollectTask all{completed(task.request), task.instant, task.deadline};
  for (const auto& provider : providers_) {
    const auto collected = provider->collect(all, builder, report);
    if (!collected.has_value()) report_absent(*provider, all.request, collected.error(), report);
  }
  // A provider may have learned from what it collected which objects it has.
  if (described_generation() != completed_generation_) gather_collected();
}

}  // namespace openperflib
