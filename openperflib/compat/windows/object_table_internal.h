// What the handles of a process stand for.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "openperflib/compat/windows/base_types.h"
#include "openperflib/compat/windows/mutex_internal.h"
#include "openperflib/compat/windows/shared_bytes_internal.h"

namespace openperflib::compat {

struct Event {
  bool is_manual = false;
  bool is_set = false;
};

struct Thread {
  bool has_ended = false;
  DWORD exit_code = 0;
  DWORD id = 0;  // 0 until it runs
};

// Events and threads are guarded by the table's mutex; the other two guard themselves.
using Object = std::variant<Event, Thread, std::unique_ptr<Mutex>, SharedBytes>;
using ObjectPointer = std::shared_ptr<Object>;

// Resource: the one table of the process. A handle is a number, and means nothing to another
// process.
class ObjectTable {
 public:
  static ObjectTable& instance();

  [[nodiscard]] HANDLE add(ObjectPointer object);
  // nullptr for a handle that is not open.
  [[nodiscard]] ObjectPointer find(HANDLE handle);
  // The object, so that it ends outside of the lock; nullptr for a handle that is not open.
  [[nodiscard]] ObjectPointer remove(HANDLE handle);

  // One object a name in a process: two mappings of one mutex would have two addresses.
  [[nodiscard]] ObjectPointer find_named(const std::string& file_name);
  void keep_name(const std::string& file_name, const ObjectPointer& object);

  // Who looks at events and threads holds this; `changed` is told of each change.
  std::mutex mutex;
  std::condition_variable changed;

 private:
  ObjectTable();

  std::uintptr_t next_ = 4;  // handles are multiples of 4, as on Windows
  std::map<HANDLE, ObjectPointer> objects_;
  std::map<std::string, std::weak_ptr<Object>> names_;
};

// The object of this kind behind a handle; nullptr where there is none, or one of another kind.
template <typename Kind>
std::shared_ptr<Kind> find_object(HANDLE handle) {
  const ObjectPointer object = ObjectTable::instance().find(handle);
  Kind* found = object == nullptr ? nullptr : std::get_if<Kind>(object.get());
  return found == nullptr ? nullptr : std::shared_ptr<Kind>(object, found);
}

}  // namespace openperflib::compat
