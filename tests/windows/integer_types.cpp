// Overloads and pointers of integers, as code in C++ for Windows has them.
#include <pdh.h>

#include <cstdio>

static const char* kind_of(__int64) { return "signed"; }
static const char* kind_of(unsigned __int64) { return "unsigned"; }
static const char* kind_of(int) { return "int"; }

int main() {
  const LONGLONG number = 0;
  const INT64 same = 0;
  const INT_PTR wide = 0;
  const ULONGLONG natural = 0;
  const SIZE_T size = 0;
  printf("%s %s %s ", kind_of(number), kind_of(same), kind_of(wide));
  printf("%s %s %s %s\n", kind_of(natural), kind_of(size), kind_of(sizeof(size)), kind_of(1));
  __int64 ticks = 0;
  LARGE_INTEGER frequency;
  QueryPerformanceFrequency(&frequency);
  __int64* const place = &frequency.QuadPart;
  if (PdhGetCounterTimeBase(nullptr, &ticks) != ERROR_SUCCESS) ticks = *place;
  printf("%lld\n", ticks);
  return 0;
}
