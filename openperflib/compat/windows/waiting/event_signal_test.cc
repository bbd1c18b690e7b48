#include <gtest/gtest.h>

#include "openperflib/compat/event_signal_internal.h"
#include "openperflib/compat/windows/waiting/synchronization.h"

namespace openperflib::compat {
namespace {

TEST(EventSignal, OpenEvent_IsSetUntilItIsClosed) {
  const HANDLE event = CreateEventA(nullptr, FALSE, FALSE, nullptr);
  EXPECT_TRUE(signal_event(event));
  EXPECT_EQ(WaitForSingleObject(event, 0), WAIT_OBJECT_0);
  EXPECT_EQ(WaitForSingleObject(event, 0), DWORD{WAIT_TIMEOUT});
  EXPECT_EQ(CloseHandle(event), TRUE);
  EXPECT_FALSE(signal_event(event));
}

TEST(EventSignal, OtherHandle_IsNotSet) {
  EXPECT_FALSE(signal_event(nullptr));
  EXPECT_FALSE(signal_event(INVALID_HANDLE_VALUE));
  const HANDLE mutex = CreateMutexA(nullptr, FALSE, nullptr);
  EXPECT_FALSE(signal_event(mutex));
  CloseHandle(mutex);
}

}  // namespace
}  // namespace openperflib::compat
