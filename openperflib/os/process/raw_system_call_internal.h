// System calls without the C library: no errno, hence no thread-local storage. For child_keeper.cc.
//
// Everything has internal linkage: the linker must not replace it by a copy that another file
// compiled with a sanitizer.
#pragma once

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace openperflib {
namespace {  // NOLINT: see above

// A pointer as an argument.
template <typename T>
inline long address(T* pointer) noexcept {
  return __builtin_bit_cast(long, pointer);
}

#if defined(__x86_64__)

// The result, or a negative errno.
inline long raw_call(long number, long a = 0, long b = 0, long c = 0, long d = 0,
                     long e = 0) noexcept {
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
               : "rcx", "r11", "memory");
  return result;
}

// clone(2) of a process that runs run(argument), which does not return, on another stack. `cleared`
// is set to 0 when it ends, with CLONE_CHILD_CLEARTID.
inline long raw_clone(unsigned long flags, void* stack_end, int (*run)(void*), void* argument,
                      void* cleared) noexcept {
  register void* r10 asm("r10") = cleared;
  register int (*r12)(void*) asm("r12") = run;
  register void* r13 asm("r13") = argument;
  long result;
  asm volatile(
      "syscall\n\t"
      "testq %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xorl %%ebp, %%ebp\n\t"
      "movq %%r13, %%rdi\n\t"
      "callq *%%r12\n\t"
      "hlt\n"
      "1:"
      : "=a"(result)
      : "a"(SYS_clone), "D"(flags), "S"(stack_end), "d"(0L), "r"(r10), "r"(r12), "r"(r13)
      : "rcx", "r8", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)

inline long raw_call(long number, long a = 0, long b = 0, long c = 0, long d = 0,
                     long e = 0) noexcept {
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
  return x0;
}

inline long raw_clone(unsigned long flags, void* stack_end, int (*run)(void*), void* argument,
                      void* cleared) noexcept {
  register long x8 asm("x8") = SYS_clone;
  register long x0 asm("x0") = static_cast<long>(flags);
  register void* x1 asm("x1") = stack_end;
  register long x2 asm("x2") = 0;
  register long x3 asm("x3") = 0;
  register void* x4 asm("x4") = cleared;
  register int (*x19)(void*) asm("x19") = run;
  register void* x20 asm("x20") = argument;
  asm volatile(
      "svc #0\n\t"
      "cbnz x0, 1f\n\t"
      "mov x29, xzr\n\t"
      "mov x30, xzr\n\t"
      "mov x0, x20\n\t"
      "blr x19\n\t"
      "brk #1\n"
      "1:"
      : "+r"(x0)
      : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x19), "r"(x20)
      : "memory");
  return x0;
}

#else  // with the C library's errno: safe while the thread that started the keeper lives

inline long raw_call(long number, long a = 0, long b = 0, long c = 0, long d = 0,
                     long e = 0) noexcept {
  const long result = ::syscall(number, a, b, c, d, e);
  return result < 0 ? -errno : result;
}

inline long raw_clone(unsigned long flags, void* stack_end, int (*run)(void*), void* argument,
                      void* cleared) noexcept {
  const int result =
      ::clone(run, stack_end, static_cast<int>(flags), argument, nullptr, nullptr, cleared);
  return result < 0 ? -errno : result;
}

#endif

}  // namespace
}  // namespace openperflib
