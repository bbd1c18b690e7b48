// Events; synchronization.cc waits for them.
#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/compat/windows/waiting/synchronization.h"

namespace openperflib::compat {
namespace {

void set_or_reset(Event& event, bool is_set) { event.is_set = is_set; }

void set_or_reset(NamedEvent& event, bool is_set) {
  if (is_set) {
    event.set();
  } else {
    event.reset();
  }
}

// A wait for several objects sleeps in the table, also for an event with a name.
template <typename Kind>
BOOL change_and_tell(Kind& event, bool is_set) {
  const std::lock_guard lock(ObjectTable::instance().mutex);
  set_or_reset(event, is_set);
  ObjectTable::instance().changed.notify_all();
  return TRUE;
}

BOOL change_event(HANDLE handle, bool is_set) {
  if (const auto event = find_object<Event>(handle)) return change_and_tell(*event, is_set);
  if (const auto named = find_object<std::unique_ptr<NamedEvent>>(handle)) {
    return change_and_tell(**named, is_set);
  }
  return fail(ERROR_INVALID_HANDLE, FALSE);
}

HANDLE add_named_event(std::expected<std::unique_ptr<NamedEvent>, DWORD> event) {
  if (!event.has_value()) return fail<HANDLE>(event.error(), nullptr);
  const DWORD code = (*event)->existed() ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS;
  return fail(code, ObjectTable::instance().add(std::make_shared<Object>(*std::move(event))));
}

template <typename Char>
HANDLE create_event(BOOL manual_reset, BOOL initially_set, const Char* name) {
  const Event event{.is_manual = manual_reset != FALSE, .is_set = initially_set != FALSE};
  if (name == nullptr || *name == 0) {
    SetLastError(ERROR_SUCCESS);
    return ObjectTable::instance().add(std::make_shared<Object>(event));
  }
  const auto file_name = file_name_of(utf8_from(name));
  if (!file_name.has_value()) return fail<HANDLE>(file_name.error(), nullptr);
  return add_named_event(NamedEvent::create(*file_name, event.is_manual, event.is_set));
}

template <typename Char>
HANDLE open_event(const Char* name) {
  if (name == nullptr) return fail<HANDLE>(ERROR_INVALID_PARAMETER, nullptr);
  const auto file_name = file_name_of(utf8_from(name));
  if (!file_name.has_value()) return fail<HANDLE>(file_name.error(), nullptr);
  const HANDLE handle = add_named_event(NamedEvent::open(*file_name));
  if (handle != nullptr) SetLastError(ERROR_SUCCESS);
  return handle;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

HANDLE CreateEventA(LPSECURITY_ATTRIBUTES, BOOL manual_reset, BOOL initially_set, LPCSTR name) {
  return create_event(manual_reset, initially_set, name);
}
HANDLE CreateEventW(LPSECURITY_ATTRIBUTES, BOOL manual_reset, BOOL initially_set, LPCWSTR name) {
  return create_event(manual_reset, initially_set, name);
}
HANDLE OpenEventA(DWORD, BOOL, LPCSTR name) { return open_event(name); }
HANDLE OpenEventW(DWORD, BOOL, LPCWSTR name) { return open_event(name); }
BOOL SetEvent(HANDLE event) { return change_event(event, true); }
BOOL ResetEvent(HANDLE event) { return change_event(event, false); }
