// An event with a name, which all processes of one user share.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "openperflib/abi/windows_types.h"
#include "openperflib/base/bytes.h"
#include "openperflib/compat/windows/shared_memory/deadline_internal.h"
#include "openperflib/compat/windows/shared_memory/named_memory_internal.h"

namespace openperflib::compat {

// Resource: an open event. Neither copies nor moves. Any thread may call every function.
class NamedEvent {
 public:
  // Errors: those of NamedMemory. If the event exists, the last two have no effect.
  [[nodiscard]] static std::expected<std::unique_ptr<NamedEvent>, DWORD> create(
      const std::string& file_name, bool is_manual, bool is_set);
  [[nodiscard]] static std::expected<std::unique_ptr<NamedEvent>, DWORD> open(
      const std::string& file_name);
  ~NamedEvent();
  NamedEvent(const NamedEvent&) = delete;
  NamedEvent& operator=(const NamedEvent&) = delete;

  [[nodiscard]] bool existed() const noexcept { return memory_.existed(); }
  [[nodiscard]] bool is_set() const noexcept;
  void set() noexcept;
  void reset() noexcept;

  // Whether it was set; an event that resets itself no longer is.
  [[nodiscard]] bool try_take() noexcept;
  // Undoes a successful try_take().
  void give_back() noexcept;
  // Waits until try_take() succeeds. False: the deadline passed, or `is_cancelled` became true and
  // wake() was called.
  [[nodiscard]] bool wait(const Deadline& deadline,
                          const std::atomic<bool>* is_cancelled = nullptr) noexcept;
  // Lets every wait, in all processes, look again.
  void wake() noexcept;

 private:
  NamedEvent(NamedMemory memory, MutableBytes bytes) noexcept
      : memory_(std::move(memory)), bytes_(bytes) {}
  static std::expected<std::unique_ptr<NamedEvent>, DWORD> map(
      std::expected<NamedMemory, DWORD> memory);
  [[nodiscard]] bool is_manual() const noexcept;

  NamedMemory memory_;
  MutableBytes bytes_;  // the contents, mapped
};

}  // namespace openperflib::compat
