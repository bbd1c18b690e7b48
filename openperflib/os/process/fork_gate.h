// ForkGate: makes fork() wait while a thread is inside a library whose locks a child would inherit
// locked, such as SQLite or a driver of ODBC.
//
// Threads: any number are inside at the same time, and do not wait for each other. While a thread
//          forks, others wait outside. The handlers of fork() are registered when the library is
//          loaded, so that those of the program, which may wait for the program's own locks, run
//          before them.
#pragma once

#include <cstddef>

namespace openperflib {

class ForkGate {
 public:
  // Resource: the calling thread is inside while it lives. Passes may be nested.
  class Pass {
   public:
    // Waits while another thread forks, unless the thread is inside already.
    Pass() noexcept { enter(); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass() { leave(); }
  };

 private:
  // Count the passes of the calling thread; only its outermost pass waits, or lets a fork proceed.
  static void enter() noexcept;
  static void leave() noexcept;
};

// A function of such a library; calling it makes forks wait until it returns. Value.
template <typename Function>
class ForkSafe;
template <typename Function>
ForkSafe(Function) -> ForkSafe<Function>;

// The same for a function with fixed parameters. Null at first; it must not be called then.
template <typename Result, typename... Parameters>
class ForkSafe<Result (*)(Parameters...)> {
 public:
  using Function = Result (*)(Parameters...);
  constexpr ForkSafe() noexcept = default;
  constexpr explicit ForkSafe(Function function) noexcept : function_(function) {}

  Result operator()(Parameters... arguments) const {
    const ForkGate::Pass pass;
    return function_(arguments...);
  }
  constexpr bool operator==(std::nullptr_t) const noexcept { return function_ == nullptr; }

 private:
  Function function_ = nullptr;
};

// The same for a function with further arguments of any type.
template <typename Result, typename... Parameters>
class ForkSafe<Result (*)(Parameters..., ...)> {
 public:
  using Function = Result (*)(Parameters..., ...);
  constexpr ForkSafe() noexcept = default;
  constexpr explicit ForkSafe(Function function) noexcept : function_(function) {}

  template <typename... Further>
  Result operator()(Parameters... arguments, Further... further) const {
    const ForkGate::Pass pass;
    return function_(arguments..., further...);
  }
  constexpr bool operator==(std::nullptr_t) const noexcept { return function_ == nullptr; }

 private:
  Function function_ = nullptr;
};

}  // namespace openperflib
