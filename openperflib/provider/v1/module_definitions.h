// ModuleDefinitions: whether a module keeps the definitions of its counters, as readers rely on.
//
// Resource: small tables, kept between answers. One thread at a time.
#pragma once

#include <cstdint>
#include <expected>
#include <vector>

#include "openperflib/provider/v1/module_answer.h"

namespace openperflib {

// Keeps what the first answer with an object defined, for one process of a host.
class ModuleDefinitions {
 public:
  // Another process has the module: it may define other counters.
  void forget() noexcept { known_.clear(); }
  // Compares the counters of each object with those of the first answer that had it. `is_costly`:
  // the answer is one to Costly, to which an object may have more counters than to others. Errors:
  // they differ.
  [[nodiscard]] std::expected<void, AnswerFault> check(const std::vector<AnsweredObject>& objects,
                                                       bool is_costly);

 private:
  // An object, as the first answer that had it defines its counters.
  struct Known {
    TitleIndex index = 0;
    bool is_costly = false;
    std::uint64_t token = 0;  // stands for all definitions of the object
  };
  std::vector<Known> known_;
};

}  // namespace openperflib
