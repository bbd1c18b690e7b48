// KnownNames: the names that a counter path may have, those of a machine or of logs, together with
// what owns them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/query/names.h"

namespace openperflib {

// Value: copies share their owner. One thread at a time.
struct KnownNames {
  std::shared_ptr<const void> owner;  // of all that `names` is a view of
  Names names;
  // Returns the instances of one of the objects of `names`, as paths have them. May read them from
  // the machine, so that it is called only for an object whose instances are needed.
  std::function<std::vector<std::string>(const Names::Object&)> instances;
};

}  // namespace openperflib
