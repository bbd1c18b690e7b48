#include <pthread.h>

#include <new>

#include "openperflib/compat/windows/waiting/synchronization.h"

static_assert(sizeof(pthread_mutex_t) <= sizeof(CRITICAL_SECTION));
static_assert(alignof(pthread_mutex_t) <= alignof(CRITICAL_SECTION));

namespace openperflib::compat {
namespace {

pthread_mutex_t* mutex_of(CRITICAL_SECTION* section) {
  return std::launder(reinterpret_cast<pthread_mutex_t*>(section->opaque));
}

void initialize_section(CRITICAL_SECTION* section) {
  pthread_mutexattr_t attributes;
  ::pthread_mutexattr_init(&attributes);
  ::pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  ::pthread_mutex_init(new (section->opaque) pthread_mutex_t, &attributes);
  ::pthread_mutexattr_destroy(&attributes);
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

void InitializeCriticalSection(LPCRITICAL_SECTION section) { initialize_section(section); }
BOOL InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD) {
  initialize_section(section);
  return TRUE;
}
void EnterCriticalSection(LPCRITICAL_SECTION section) { ::pthread_mutex_lock(mutex_of(section)); }
BOOL TryEnterCriticalSection(LPCRITICAL_SECTION section) {
  return ::pthread_mutex_trylock(mutex_of(section)) == 0 ? TRUE : FALSE;
}
void LeaveCriticalSection(LPCRITICAL_SECTION section) { ::pthread_mutex_unlock(mutex_of(section)); }
void DeleteCriticalSection(LPCRITICAL_SECTION section) {
  ::pthread_mutex_destroy(mutex_of(section));
}
