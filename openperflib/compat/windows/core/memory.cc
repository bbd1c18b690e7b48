// Blocks of malloc with a header in front: the requested size, the heap, and the neighbors in the
// heap.
#include "openperflib/compat/windows/core/memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

// The result of malloc is aligned for any type, and so is the memory after the header.
constexpr std::size_t kAlignment = alignof(max_align_t);

struct Heap;

struct alignas(kAlignment) Head {
  SIZE_T size;
  Heap* heap;
  Head* before;
  Head* after;
};

// Resource: the blocks of one heap.
struct Heap {
  std::mutex mutex;
  Head* first = nullptr;

  void add(Head* head) {
    const std::lock_guard lock(mutex);
    head->heap = this;
    head->before = nullptr;
    head->after = first;
    if (first != nullptr) first->before = head;
    first = head;
  }
  void remove(Head* head) {
    const std::lock_guard lock(mutex);
    (head->before != nullptr ? head->before->after : first) = head->after;
    if (head->after != nullptr) head->after->before = head->before;
  }
};

Heap& process_heap() {
  return made_once([] { return new Heap(); });
}

Head* head_of(const void* memory) { return static_cast<Head*>(const_cast<void*>(memory)) - 1; }

bool is_of(Heap* heap, const void* memory) {
  return heap != nullptr && memory != nullptr && head_of(memory)->heap == heap;
}

void* allocate(Heap& heap, SIZE_T size, bool zero) {
  if (size > std::numeric_limits<SIZE_T>::max() / 2) return nullptr;
  const std::size_t whole = sizeof(Head) + size;
  auto* head = static_cast<Head*>(zero ? std::calloc(1, whole) : std::malloc(whole));
  if (head == nullptr) return nullptr;
  head->size = size;
  heap.add(head);
  return head + 1;
}

void release(void* memory) {
  Head* head = head_of(memory);
  head->heap->remove(head);
  head->heap = nullptr;
  std::free(head);
}

// Shrinks in place; grows into a new block, so that a failure loses nothing.
void* resize(void* memory, SIZE_T size, bool zero, bool in_place) {
  Head* head = head_of(memory);
  if (size <= head->size) {
    head->size = size;
    return memory;
  }
  if (in_place) return nullptr;
  void* grown = allocate(*head->heap, size, zero);
  if (grown == nullptr) return nullptr;
  std::memcpy(grown, memory, head->size);
  release(memory);
  return grown;
}

void* local_allocate(UINT flags, SIZE_T size) {
  void* memory = allocate(process_heap(), size, (flags & LMEM_ZEROINIT) != 0);
  return memory != nullptr ? memory : fail<void*>(ERROR_NOT_ENOUGH_MEMORY, nullptr);
}

void* local_resize(void* memory, SIZE_T size, UINT flags) {
  if (!is_of(&process_heap(), memory)) return fail<void*>(ERROR_INVALID_HANDLE, nullptr);
  void* resized = resize(memory, size, (flags & LMEM_ZEROINIT) != 0, false);
  return resized != nullptr ? resized : fail<void*>(ERROR_NOT_ENOUGH_MEMORY, nullptr);
}

// Returns NULL, which means that the memory is free.
void* local_free(void* memory) {
  if (memory == nullptr) return nullptr;
  if (!is_of(&process_heap(), memory)) return fail(ERROR_INVALID_HANDLE, memory);
  release(memory);
  return nullptr;
}

SIZE_T local_size(const void* memory) {
  if (!is_of(&process_heap(), memory)) return fail<SIZE_T>(ERROR_INVALID_HANDLE, 0);
  return head_of(memory)->size;
}

void* local_lock(void* memory) {
  return is_of(&process_heap(), memory) ? memory : fail<void*>(ERROR_INVALID_HANDLE, nullptr);
}

// FALSE without an error, as for memory that never moves.
BOOL local_unlock(const void* memory) {
  return fail(is_of(&process_heap(), memory) ? NO_ERROR : ERROR_INVALID_HANDLE, FALSE);
}

constexpr std::uintptr_t kPage = 4096;

// The kernel reads it: a fault is an answer, and no signal. A system that forbids the call is
// believed to have the memory.
bool can_read(const void* memory, std::size_t size) {
  std::byte copy{};
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  if (begin + size < begin) return false;
  for (std::uintptr_t at = begin; at < begin + size; at = (at / kPage + 1) * kPage) {
    const iovec to{.iov_base = &copy, .iov_len = 1};
    // NOLINTNEXTLINE: the kernel reads at an address that may be none
    const iovec from{.iov_base = reinterpret_cast<void*>(at), .iov_len = 1};
    if (::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) < 0 && errno == EFAULT) return false;
  }
  return true;
}

// Asks the kernel for the first character, and for each that reaches into another page.
template <typename Char>
BOOL is_bad_text(const Char* text, UINT_PTR most) {
  for (UINT_PTR i = 0; i < most; ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(text + i);
    const bool is_asked = i == 0 || begin % kPage == 0 || begin % kPage + sizeof(Char) > kPage;
    if (is_asked && !can_read(text + i, sizeof(Char))) return TRUE;
    if (text[i] == 0) return FALSE;
  }
  return FALSE;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

HANDLE GetProcessHeap() { return &process_heap(); }
HANDLE HeapCreate(DWORD, SIZE_T, SIZE_T) { return new Heap(); }
BOOL HeapDestroy(HANDLE heap) {
  auto* destroyed = static_cast<Heap*>(heap);
  if (destroyed == nullptr || destroyed == &process_heap())
    return fail(ERROR_INVALID_HANDLE, FALSE);
  while (destroyed->first != nullptr) release(destroyed->first + 1);
  delete destroyed;
  return TRUE;
}
LPVOID HeapAlloc(HANDLE heap, DWORD flags, SIZE_T size) {
  if (heap == nullptr) return nullptr;
  return allocate(*static_cast<Heap*>(heap), size, (flags & HEAP_ZERO_MEMORY) != 0);
}
LPVOID HeapReAlloc(HANDLE heap, DWORD flags, LPVOID memory, SIZE_T size) {
  if (!is_of(static_cast<Heap*>(heap), memory)) return nullptr;
  return resize(memory, size, (flags & HEAP_ZERO_MEMORY) != 0,
                (flags & HEAP_REALLOC_IN_PLACE_ONLY) != 0);
}
BOOL HeapFree(HANDLE heap, DWORD, LPVOID memory) {
  if (memory == nullptr) return TRUE;
  if (!is_of(static_cast<Heap*>(heap), memory)) return fail(ERROR_INVALID_PARAMETER, FALSE);
  release(memory);
  return TRUE;
}
SIZE_T HeapSize(HANDLE heap, DWORD, LPCVOID memory) {
  return is_of(static_cast<Heap*>(heap), memory) ? head_of(memory)->size : static_cast<SIZE_T>(-1);
}

HGLOBAL GlobalAlloc(UINT flags, SIZE_T size) { return local_allocate(flags, size); }
HGLOBAL GlobalReAlloc(HGLOBAL memory, SIZE_T size, UINT flags) {
  return local_resize(memory, size, flags);
}
HGLOBAL GlobalFree(HGLOBAL memory) { return local_free(memory); }
SIZE_T GlobalSize(HGLOBAL memory) { return local_size(memory); }
LPVOID GlobalLock(HGLOBAL memory) { return local_lock(memory); }
BOOL GlobalUnlock(HGLOBAL memory) { return local_unlock(memory); }
HLOCAL LocalAlloc(UINT flags, SIZE_T size) { return local_allocate(flags, size); }
HLOCAL LocalReAlloc(HLOCAL memory, SIZE_T size, UINT flags) {
  return local_resize(memory, size, flags);
}
HLOCAL LocalFree(HLOCAL memory) { return local_free(memory); }
SIZE_T LocalSize(HLOCAL memory) { return local_size(memory); }
LPVOID LocalLock(HLOCAL memory) { return local_lock(memory); }
BOOL LocalUnlock(HLOCAL memory) { return local_unlock(memory); }

BOOL IsBadReadPtr(const void* memory, UINT_PTR size) {
  return can_read(memory, size) ? FALSE : TRUE;
}
BOOL IsBadStringPtrA(LPCSTR text, UINT_PTR most) { return is_bad_text(text, most); }
BOOL IsBadStringPtrW(LPCWSTR text, UINT_PTR most) { return is_bad_text(text, most); }
