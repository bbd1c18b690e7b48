// Any edits, in any number of changes: what is read back is what a naive model says.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/testing/store_example.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

struct Step {
  int action = 0;
  int service = 0;
  int key = 0;
  int value = 0;
  std::uint32_t number = 0;
};
std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << step.action << ' ' << step.service << ' ' << step.key << ' ' << step.value << ' '
             << step.number;
}

constexpr int kActions = 10;
// Two spellings of each name.
constexpr std::array<const char*, 6> kServices = {"A", "a", "b c", "B C", "\xC3\x84", "\xC3\xA4"};
constexpr std::array<const char*, 4> kValues = {"", "One", "ONE", "First Counter"};

struct ModelService {
  std::string name;
  std::map<int, std::map<std::string, RegisteredValue>> keys;
  std::optional<TitleRange> titles;
};

class Model {
 public:
  bool create(const std::string& name, int key) {
    auto [service, is_new] = services_.try_emplace(folded(name));
    if (is_new) service->second.name = name;
    service->second.keys[0];
    service->second.keys[key];
    return true;
  }
  bool remove(const std::string& name, int key) {
    const auto service = services_.find(folded(name));
    if (service == services_.end()) return false;
    if (key != 0) return service->second.keys.erase(key) != 0;
    free(service->second);
    services_.erase(service);
    return true;
  }
  bool set(const std::string& name, int key, const RegisteredValue& value) {
    auto* const values = values_of(name, key);
    return values != nullptr && set_in(*values, value);
  }
  bool unset(const std::string& name, int key, const std::string& value) {
    auto* const values = values_of(name, key);
    return values != nullptr && values->erase(folded(value)) != 0;
  }
  bool set_perflib(const RegisteredValue& value) { return set_in(perflib_, value); }
  bool unset_perflib(const std::string& value) { return perflib_.erase(folded(value)) != 0; }
  bool install(const std::string& name, std::uint32_t counters) {
    const auto service = services_.find(folded(name));
    if (service == services_.end() || service->second.titles.has_value()) return false;
    TitleIndex first = 1848;
    while (!is_free(first, counters)) first += 2;
    const TitleIndex last = first + 2 * counters;
    for (TitleIndex index = first; index <= last; index += 2) taken_.insert(index);
    service->second.titles = TitleRange{first, last};
    create(name, 1);
    for (const RegisteredValue& value :
         {number_value("First Counter", first), number_value("Last Counter", last),
          number_value("First Help", first + 1), number_value("Last Help", last + 1),
          text_value("Object List", std::to_string(first))}) {
      set(name, 1, value);
    }
    return true;
  }
  bool uninstall(const std::string& name) {
    const auto service = services_.find(folded(name));
    if (service == services_.end() || !service->second.titles.has_value()) return false;
    free(service->second);
    service->second.titles.reset();
    for (const char* const value :
         {"first counter", "last counter", "first help", "last help", "object list"}) {
      unset(name, 1, value);
    }
    return true;
  }
  [[nodiscard]] bool is_empty() const { return services_.empty() && perflib_.empty(); }
  void expect_equal(const Registration& registration) const {
    RC_ASSERT(values_in(perflib_) == std::vector(registration.perflib_values().begin(),
                                                 registration.perflib_values().end()));
    RC_ASSERT(registration.services().size() == services_.size());
    auto expected = services_.begin();
    for (const RegisteredService& service : registration.services()) {
      const ModelService& model = expected++->second;
      RC_ASSERT(service.name == model.name);
      RC_ASSERT(service.titles() == model.titles);
      for (int key = 0; key < 3; ++key) {
        const auto& values = service.keys[static_cast<std::size_t>(key)];
        const auto found = model.keys.find(key);
        RC_ASSERT(values.has_value() == (found != model.keys.end()));
        if (values.has_value()) RC_ASSERT(*values == values_in(found->second));
      }
    }
    std::set<TitleIndex> indices;
    for (const Title& title : registration.titles()->added()) indices.insert(title.index & ~1U);
    RC_ASSERT(indices == taken_);
  }

 private:
  using Values = std::map<std::string, RegisteredValue>;
  static bool set_in(Values& values, const RegisteredValue& value) {
    const auto [place, is_new] = values.try_emplace(folded(value.name), value);
    if (!is_new) place->second = {place->second.name, value.type, value.data};
    return true;
  }
  static std::vector<RegisteredValue> values_in(const Values& values) {
    std::vector<RegisteredValue> list;
    for (const auto& [name, value] : values) list.push_back(value);
    return list;
  }
  Values* values_of(const std::string& name, int key) {
    const auto service = services_.find(folded(name));
    if (service == services_.end()) return nullptr;
    const auto values = service->second.keys.find(key);
    return values == service->second.keys.end() ? nullptr : &values->second;
  }
  bool is_free(TitleIndex first, std::uint32_t counters) const {
    for (TitleIndex index = first; index <= first + 2 * counters; index += 2) {
      if (taken_.contains(index)) return false;
    }
    return true;
  }
  void free(const ModelService& service) {
    if (!service.titles.has_value()) return;
    taken_.erase(taken_.lower_bound(service.titles->first),
                 taken_.upper_bound(service.titles->last));
  }
  std::map<std::string, ModelService> services_;
  Values perflib_;
  std::set<TitleIndex> taken_;
};

RegisteredValue value_of(const Step& step) {
  const char* const name = kValues[static_cast<std::size_t>(step.value)];
  if (step.number % 3 == 0) return text_value(name, std::to_string(step.number));
  if (step.number % 3 == 1) return number_value(name, step.number);
  return {name, REG_BINARY, std::vector<std::byte>(step.number % 1500)};
}

// Does the same to both; whether it succeeds must be the same too.
void apply(const Step& step, StoreEdit& edit, Model& model) {
  const std::string service = kServices[static_cast<std::size_t>(step.service)];
  const auto key = static_cast<ServiceKey>(step.key);
  const RegisteredValue value = value_of(step);
  const std::uint32_t counters = step.number % 9;
  const auto same = [](bool store, bool expected) { RC_ASSERT(store == expected); };
  switch (step.action) {
    case 0:
      return same(edit.create_key(service, key).has_value(), model.create(service, step.key));
    case 1:
      return same(edit.delete_key(service, key).has_value(), model.remove(service, step.key));
    case 2:
    case 3:
      return same(edit.set_value(service, key, value).has_value(),
                  model.set(service, step.key, value));
    case 4:
      return same(edit.delete_value(service, key, value.name).has_value(),
                  model.unset(service, step.key, value.name));
    case 5:
      return same(edit.set_perflib_value(value).has_value(), model.set_perflib(value));
    case 6:
      return same(edit.delete_perflib_value(value.name).has_value(),
                  model.unset_perflib(value.name));
    case 7:
      return same(edit.uninstall(service).has_value(), model.uninstall(service));
    default:
      const std::string ini = service + " " + std::to_string(counters);
      return same(edit.install(example_titles(service, counters), {as_bytes(ini), {}}).has_value(),
                  model.install(service, counters));
  }
}

// The size of a generator also bounds its numbers; these are from their whole range.
rc::Gen<int> below(int end) { return rc::gen::resize(100, rc::gen::inRange(0, end)); }

rc::Gen<std::vector<std::vector<Step>>> any_changes() {
  const auto step = rc::gen::build<Step>(
      rc::gen::set(&Step::action, below(kActions)),
      rc::gen::set(&Step::service, below(static_cast<int>(kServices.size()))),
      rc::gen::set(&Step::key, below(3)),
      rc::gen::set(&Step::value, below(static_cast<int>(kValues.size()))),
      rc::gen::set(&Step::number, rc::gen::cast<std::uint32_t>(below(100'000))));
  return rc::gen::resize(2, rc::gen::container<std::vector<std::vector<Step>>>(
                                rc::gen::resize(30, rc::gen::container<std::vector<Step>>(step))));
}

RC_GTEST_PROP(TitleStore, AnyEdits_ReadBackAsTheModelSays, ()) {
  ExampleStore example;
  Model model;
  for (const std::vector<Step>& steps : *any_changes()) {
    const auto changed = example.store.change(
        StoreScope::system, [&](StoreEdit& edit) -> std::expected<void, StoreFault> {
          for (const Step& step : steps) apply(step, edit, model);
          const auto now = edit.read();
          RC_ASSERT(now.has_value());
          model.expect_equal(**now);
          return {};
        });
    RC_ASSERT(changed.has_value());
    model.expect_equal(*example.store.read());
    RC_ASSERT(example.store.faults().empty());
  }
  RC_ASSERT(std::filesystem::exists(example.file()) == !model.is_empty());
  const std::size_t services = example.store.read()->services().size();
  RC_ASSERT(example.store.rebuild(StoreScope::system, read_example_titles).has_value());
  RC_ASSERT(example.store.read()->services().size() == services);
}

}  // namespace
}  // namespace openperflib
