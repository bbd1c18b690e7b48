/* Loaded before a tool: what it writes to the system's log goes to the file of SYSLOG_FILE,
 * "PRIORITY TEXT". */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void catch_line(int priority, const char* format, va_list arguments) {
  FILE* const file = fopen(getenv("SYSLOG_FILE"), "a");
  if (file == NULL) return;
  fprintf(file, "%d ", priority);
  vfprintf(file, format, arguments);
  fputc('\n', file);
  fclose(file);
}

void syslog(int priority, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  catch_line(priority, format, arguments);
  va_end(arguments);
}

/* What a build with _FORTIFY_SOURCE calls. */
void __syslog_chk(int priority, int flag, const char* format, ...) {
  va_list arguments;
  (void)flag;
  va_start(arguments, format);
  catch_line(priority, format, arguments);
  va_end(arguments);
}
