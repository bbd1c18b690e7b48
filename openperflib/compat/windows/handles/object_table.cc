#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/os/process/fork_locked.h"

namespace openperflib::compat {

namespace {

[[gnu::constructor]] void register_objects() noexcept {
  ForkLocked<ObjectTable>::register_handlers();
}

}  // namespace

ObjectTable& ObjectTable::instance() {
  return ForkLocked<ObjectTable>::instance([] { return new ObjectTable(); });
}

// fork() waits until the mutex is free; otherwise the child would inherit it locked.
void ObjectTable::fork_begins() { mutex.lock(); }

void ObjectTable::fork_ends(bool /*is_child*/) { mutex.unlock(); }

HANDLE ObjectTable::add(ObjectPointer object) {
  const std::lock_guard lock(mutex);
  const auto handle = reinterpret_cast<HANDLE>(next_);
  next_ += 4;
  objects_.emplace(handle, std::move(object));
  return handle;
}

ObjectPointer ObjectTable::find(HANDLE handle) {
  const std::lock_guard lock(mutex);
  const auto found = objects_.find(handle);
  return found == objects_.end() ? nullptr : found->second;
}

ObjectPointer ObjectTable::remove(HANDLE handle) {
  const std::lock_guard lock(mutex);
  const auto found = objects_.find(handle);
  if (found == objects_.end()) return nullptr;
  ObjectPointer object = std::move(found->second);
  objects_.erase(found);
  return object;
}

ObjectPointer ObjectTable::find_named(const std::string& file_name) {
  const std::lock_guard lock(mutex);
  const auto found = names_.find(file_name);
  return found == names_.end() ? nullptr : found->second.lock();
}

void ObjectTable::keep_name(const std::string& file_name, const ObjectPointer& object) {
  const std::lock_guard lock(mutex);
  std::erase_if(names_, [](const auto& name) { return name.second.expired(); });
  names_[file_name] = object;
}

}  // namespace openperflib::compat
