/* Opening files by wide names, times, streams, and semaphores. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkstemp */
#endif
#include <errno.h>
#include <io.h>
#include <locale.h>
#include <unistd.h>
#include <windows.h>

#include "check.h"

static void files_by_wide_names(void) {
  char path[] = "/tmp/openperflib-\xC3\xBC-XXXXXX";
  WCHAR wide[64];
  FILE* file = NULL;
  const int descriptor = mkstemp(path);
  CHECK(descriptor >= 0 && close(descriptor) == 0);
  CHECK(MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, 64) > 0);
  file = _wfopen(wide, WIDE("wt, ccs=UTF-8"));
  CHECK(file != NULL && fputs("x", file) >= 0 && fclose(file) == 0);
  CHECK_EQ(_wfopen_s(&file, wide, WIDE("rb")), 0);
  CHECK(file != NULL && fgetc(file) == 'x' && fclose(file) == 0);
  CHECK_EQ(fopen_s(&file, path, "r"), 0);
  CHECK(file != NULL && _fileno(file) > 2 && _isatty(_fileno(file)) == 0 && fclose(file) == 0);
  CHECK_EQ(unlink(path), 0);
  CHECK_EQ(fopen_s(&file, path, "r"), ENOENT);
  CHECK(file == NULL);
  CHECK_EQ(fopen_s(NULL, path, "r"), EINVAL);
  CHECK_EQ(_wfopen_s(&file, NULL, WIDE("r")), EINVAL);
  errno = 0;
  CHECK(_wfopen(NULL, WIDE("r")) == NULL && errno == EINVAL);
  CHECK_EQ(_setmode(1, _O_U16TEXT), _O_TEXT);
  CHECK(_setmode(1, 1) == -1 && errno == EINVAL);
  CHECK(_fileno(NULL) == -1 && errno == EINVAL);
}

static void times(void) {
  const time_t day = 86400, never = -1;
  struct tm broken;
  char text[26];
  WCHAR wide[32];
  CHECK_EQ(gmtime_s(&broken, &day), 0);
  CHECK(broken.tm_mday == 2 && broken.tm_hour == 0);
  CHECK_EQ(localtime_s(&broken, &day), 0);
  CHECK_EQ(broken.tm_hour, 3); /* TZ=UTC-3 */
  CHECK_EQ(localtime_s(&broken, &never), EINVAL);
  CHECK(broken.tm_sec == -1 && broken.tm_min == -1 && broken.tm_hour == -1 &&
        broken.tm_mday == -1 && broken.tm_mon == -1 && broken.tm_year == -1 &&
        broken.tm_wday == -1 && broken.tm_yday == -1 && broken.tm_isdst == -1);
  CHECK_EQ(gmtime_s(&broken, &day), 0);
  CHECK_EQ(gmtime_s(&broken, NULL), EINVAL);
  CHECK(broken.tm_sec == -1 && broken.tm_year == -1 && broken.tm_isdst == -1);
  CHECK_EQ(localtime_s(&broken, &day), 0);
  CHECK_EQ(localtime_s(NULL, &day), EINVAL);
  CHECK_EQ(ctime_s(text, 26, &day), 0);
  CHECK_EQ(strcmp(text, "Fri Jan  2 03:00:00 1970\n"), 0);
  CHECK_EQ(ctime_s(text, 25, &day), EINVAL);
  CHECK_EQ(text[0], 0);
  CHECK_EQ(asctime_s(text, 26, &broken), 0);
  CHECK_EQ(asctime_s(text, 26, NULL), EINVAL);
  CHECK_EQ(openperflib_wcsftime(wide, 32, WIDE("%Y-%m-%d \u00FC"), &broken), 12);
  CHECK_EQ(lstrcmpW(wide, WIDE("1970-01-02 \u00FC")), 0);
  CHECK_EQ(openperflib_wcsftime(wide, 12, WIDE("%Y-%m-%d \u00FC"), &broken), 0);
  CHECK_EQ(openperflib_wcsftime(wide, 32, WIDE(""), &broken), 0);
}

static void texts_that_the_library_keeps(void) {
  CHECK(SetEnvironmentVariableA("OPENPERFLIB_TEST", "value"));
  LPWSTR value = _wgetenv(WIDE("OPENPERFLIB_TEST"));
  CHECK(value != NULL && lstrcmpW(value, WIDE("value")) == 0);
  CHECK(_wgetenv(WIDE("OPENPERFLIB_NO_SUCH")) == NULL);
  /* A second call leaves the text of the first one where it is. */
  CHECK(SetEnvironmentVariableA("OPENPERFLIB_TEST", "a value too long for a small string"));
  value = _wgetenv(WIDE("OPENPERFLIB_TEST"));
  CHECK(value != NULL && value == _wgetenv(WIDE("OPENPERFLIB_TEST")));
  CHECK(SetEnvironmentVariableA("OPENPERFLIB_TEST", "another value"));
  value = _wgetenv(WIDE("OPENPERFLIB_TEST"));
  CHECK(value != NULL && lstrcmpW(value, WIDE("another value")) == 0);
  LPWSTR locale = _wsetlocale(LC_ALL, NULL);
  CHECK_EQ(lstrcmpW(locale, WIDE("C")), 0);
  CHECK(_wsetlocale(LC_ALL, NULL) == locale && _wsetlocale(LC_TIME, NULL) != locale);
  CHECK(_wsetlocale(LC_ALL, WIDE("no such locale")) == NULL);
}

static void semaphores(void) {
  LONG before = 7;
  HANDLE semaphore = CreateSemaphore(NULL, 1, 2, NULL);
  CHECK_EQ(WaitForSingleObject(semaphore, 0), WAIT_OBJECT_0);
  CHECK_EQ(WaitForSingleObject(semaphore, 0), WAIT_TIMEOUT);
  CHECK(ReleaseSemaphore(semaphore, 2, &before) && before == 0);
  CHECK(!ReleaseSemaphore(semaphore, 1, &before) && GetLastError() == ERROR_TOO_MANY_POSTS);
  CHECK(!ReleaseSemaphore(semaphore, 0, NULL) && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK_EQ(WaitForMultipleObjects(1, &semaphore, TRUE, 0), WAIT_OBJECT_0);
  CHECK(ReleaseSemaphore(semaphore, 1, &before) && before == 1);
  CHECK(CloseHandle(semaphore));
  CHECK(!ReleaseSemaphore(semaphore, 1, NULL) && GetLastError() == ERROR_INVALID_HANDLE);
  CHECK(CreateSemaphoreA(NULL, 3, 2, NULL) == NULL && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK(CreateSemaphoreW(NULL, 1, 2, WIDE("name")) == NULL &&
        GetLastError() == ERROR_NOT_SUPPORTED);
}

int main(void) {
  files_by_wide_names();
  times();
  texts_that_the_library_keeps();
  semaphores();
  return finish("c_runtime");
}
