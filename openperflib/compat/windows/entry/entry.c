/* A main for a program that has only wmain. It is in an archive, so that a program with its own
   main does not get this one. In C++, wmain is an ordinary function whose symbol contains its
   parameters, so three symbols are possible. */
#include "openperflib/compat/windows/entry.h"

#include <stdio.h>

extern int wmain(int count, WCHAR** arguments, WCHAR** environment) __attribute__((weak));
extern int cxx_wmain_without(void) __asm__("_Z5wmainv") __attribute__((weak));
extern int cxx_wmain(int count, WCHAR** arguments, WCHAR** environment) __asm__("_Z5wmainiPPw")
    __attribute__((weak));
extern int cxx_wmain_const(int count, WCHAR** arguments,
                           WCHAR** environment) __asm__("_Z5wmainiPPKw") __attribute__((weak));
extern int cxx_wmain_with_environment(int count, WCHAR** arguments,
                                      WCHAR** environment) __asm__("_Z5wmainiPPwS0_")
    __attribute__((weak));

static int call_without(int count, WCHAR** arguments, WCHAR** environment) {
  (void)count, (void)arguments, (void)environment;
  return cxx_wmain_without();
}

static openperflib_wide_main find_wide_main(void) {
  if (wmain) return wmain;
  if (cxx_wmain) return cxx_wmain;
  if (cxx_wmain_const) return cxx_wmain_const;
  if (cxx_wmain_with_environment) return cxx_wmain_with_environment;
  return cxx_wmain_without ? call_without : NULL;
}

int main(int count, char** arguments, char** environment) {
  const openperflib_wide_main wide_main = find_wide_main();
  if (wide_main == NULL) {
    fputs("the program has neither main nor wmain\n", stderr);
    return 127;
  }
  return openperflib_run_wide_main(count, arguments, environment, wide_main);
}
