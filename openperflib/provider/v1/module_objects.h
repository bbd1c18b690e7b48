// ModuleObjects: what the modules of all services have: their objects and counters by name, and
// what their answers have told about them.
//
// Resource. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/provider/provider.h"
#include "openperflib/provider/v1/module_answer.h"
#include "openperflib/state/store/registration.h"

namespace openperflib {

// The descriptions refer to texts of the registration, which is kept with them.
class ModuleObjects {
 public:
  // Describes the objects of `services`, positions in the registration, which is kept. What was
  // learned stays for the services whose titles stay.
  void describe(std::shared_ptr<const Registration> registration,
                std::span<const std::size_t> services);
  // Learns from the answer of a service to a request of that kind. Returns whether descriptions()
  // is another one now.
  bool learn(const RegisteredService& service, const std::vector<AnsweredObject>& objects,
             ObjectRequest::Kind kind);

  // Ascending by index within a service. Valid until describe() or a learn() that returns true.
  [[nodiscard]] std::span<const ObjectDescription> descriptions() const noexcept {
    return descriptions_;
  }
  // Returns the descriptions of one service, ascending by index; empty: it is not described.
  [[nodiscard]] std::span<const ObjectDescription> descriptions_of(
      const RegisteredService& service) const noexcept;

 private:
  // What answers told about a counter and an object.
  struct LearnedCounter {
    TitleIndex index = 0;
    TitleIndex help = 0;
    std::uint32_t type = 0;
    std::uint32_t size = 0;
    bool operator==(const LearnedCounter&) const = default;
  };
  struct LearnedObject {
    bool has_instances = true;
    bool is_global = false;  // an answer to Global had it
    bool is_costly = false;  // one to Costly had it
    std::vector<LearnedCounter> counters;
    bool operator==(const LearnedObject&) const = default;
  };
  [[nodiscard]] static LearnedCounter learned_counter(
      const CounterDefinitionView& counter) noexcept;
  // Whether `learned` has all counters of an object.
  [[nodiscard]] static bool has_only_known(const ObjectTypeView& object,
                                           const LearnedObject& learned);
  // Puts what an object tells into `learned`, which keeps what other answers told.
  static void learn_from(const ObjectTypeView& object, ObjectRequest::Kind kind,
                         LearnedObject& learned);
  // An object that only answers to Costly had is costly; one that others had too is also_costly.
  [[nodiscard]] static ObjectCost cost_of(const LearnedObject& learned) noexcept;
  // The indices of a service's objects, ascending, each once: its Object List, and what answers
  // had. Where there are none, the first title of the service.
  [[nodiscard]] std::vector<TitleIndex> objects_of(const RegisteredService& service) const;
  // Forgets what was learned of services that are gone, or whose titles are others now.
  void forget_other_installations();
  // Makes all descriptions from the registration and what was learned.
  void rebuild();
  // Names between two objects are counters of the first one.
  void add_service(const RegisteredService& service);
  // `counters`: the registered names, used until an answer has told which the object has.
  void add_object(const RegisteredService& service, TitleIndex index,
                  std::vector<TitleIndex> counters);

  std::shared_ptr<const Registration> registration_;
  std::vector<std::size_t> services_;
  std::map<std::pair<std::uint64_t, TitleIndex>, LearnedObject> learned_;  // by installation, index
  LearnedObject now_;                                      // what the last object said
  std::vector<std::vector<CounterDescription>> counters_;  // by object
  std::vector<ObjectDescription> descriptions_;
  std::vector<std::unique_ptr<const std::string>> sources_;  // texts of the descriptions
};

}  // namespace openperflib
