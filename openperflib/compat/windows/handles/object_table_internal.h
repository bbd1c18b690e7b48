// The objects behind the handles of a process.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "openperflib/compat/windows/core/base_types.h"
#include "openperflib/compat/windows/shared_memory/mutex_internal.h"
#include "openperflib/compat/windows/shared_memory/named_event_internal.h"
#include "openperflib/compat/windows/shared_memory/shared_bytes_internal.h"
#include "openperflib/os/process/fork_locked.h"

namespace openperflib::compat {

struct Event {
  bool is_manual = false;
  bool is_set = false;
};

struct Semaphore {
  LONG count = 0;
  LONG maximum = 0;
};

struct Thread {
  bool has_ended = false;
  DWORD exit_code = 0;
  DWORD id = 0;  // 0 until the thread runs
};

struct ListedProcess {
  std::uint32_t id = 0;
  std::string name = {};  // UTF-8
  std::uint32_t parent = 0;
  std::uint32_t threads = 0;
};

// A snapshot, which cannot be waited for.
struct ProcessList {
  std::vector<ListedProcess> processes = {};
  std::size_t next = 0;  // to be given
};

// The mutex of the table guards events, semaphores, threads and lists; the other three guard
// themselves.
using Object = std::variant<Event, Semaphore, Thread, std::unique_ptr<Mutex>,
                            std::unique_ptr<NamedEvent>, SharedBytes, ProcessList>;
using ObjectPointer = std::shared_ptr<Object>;

// Resource: the only table of the process. A handle is a number that means nothing to another
// process.
class ObjectTable {
 public:
  static ObjectTable& instance();

  [[nodiscard]] HANDLE add(ObjectPointer object);
  // nullptr if the handle is not open.
  [[nodiscard]] ObjectPointer find(HANDLE handle);
  // Returns the object, so that it is destroyed outside the lock; nullptr if the handle is not
  // open.
  [[nodiscard]] ObjectPointer remove(HANDLE handle);

  // A process has one object for each name; otherwise two mappings of one mutex would have two
  // addresses.
  [[nodiscard]] ObjectPointer find_named(const std::string& file_name);
  void keep_name(const std::string& file_name, const ObjectPointer& object);

  // Guards events, semaphores and threads; `changed` is notified of each change.
  std::mutex mutex;
  std::condition_variable changed;

 private:
  friend class ForkLocked<ObjectTable>;
  ObjectTable() = default;
  void fork_begins();
  void fork_ends(bool is_child);

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
