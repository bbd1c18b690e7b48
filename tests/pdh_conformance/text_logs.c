/* The exact text of logs in CSV and TSV. */
#include <stdio.h>
#include <stdlib.h>

#include "pdh_suite.h"

static Printers printers;

/* A log of two records: Pages is 12, New Pages 0 in the second, and % Full a third of 100. */
static const char* written(const char* name, DWORD type) {
  const PDH_HQUERY query = open_live();
  (void)add(query, PRINTER("Laser", "Pages"));
  (void)add(query, PRINTER("Laser", "New Pages"));
  (void)add(query, PRINTER("Laser", "% Full"));
  set_large(&printers, printers.laser, PAGES_ID, 12);
  set_small(&printers, printers.laser, FULL_ID, 1);
  set_small(&printers, printers.laser, FULL_BASE, 3);
  PDH_HLOG const log = new_log(query, name, type);
  update(log, 1);
  set_large(&printers, printers.laser, NEW_ID, 0);
  update(log, 1);
  close_log(log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  return text_of(name);
}

static const char* begin(const char* name, DWORD type) {
  printers = start_printers();
  const char* const text = written(name, type);
  remove_file(name);
  return text;
}
static void end(void) { stop_printers(&printers); }

/* Whether the text matches; in the pattern 0 is a digit. */
static int has_form(const char* text, const char* pattern) {
  for (; *pattern != 0; ++pattern, ++text) {
    const int is_digit = *text >= '0' && *text <= '9';
    if (*pattern == '0' ? !is_digit : *text != *pattern) return 0;
  }
  return 1;
}

static const char* line_of(const char* text, int n) {
  for (; n > 0; --n) text = strchr(text, '\n') + 1;
  return text;
}

static void first_line(void) {
  char head[200];
  const char* const text = begin("live.csv", PDH_LOG_TYPE_CSV);
  EXPECT(strncmp(text, "\"(PDH-CSV 4.0) (", 16) == 0);
  snprintf(head, sizeof head, ")\",\"%s\\Conformance Printers(Laser)\\Pages\",\"%s\\",
           this_machine(), this_machine());
  EXPECT(strstr(text, head) != NULL);
  end();
}

static void zone_and_bias(void) {
  const char* const text = begin("live.csv", PDH_LOG_TYPE_CSV);
  char* after = NULL;
  const char* const bias = strstr(text, ")(");
  EXPECT(bias != NULL);
  if (bias == NULL) return;
  EXPECT_EQ(strtol(bias + 2, &after, 10), minutes_to_utc());
  EXPECT(strncmp(after, ")\",", 3) == 0);
  for (const char* at = text; at < bias; ++at) EXPECT((unsigned char)*at < 0x80);
  end();
}

static void tab_separated(void) {
  const char* const text = begin("live.tsv", PDH_LOG_TYPE_TSV);
  EXPECT(strncmp(text, "\"(PDH-TSV 4.0) (", 16) == 0);
  EXPECT(strstr(text, "\"\t\"") != NULL);
  EXPECT(strstr(text, "\",\"") == NULL);
  end();
}

static void line_ends(void) {
  const char* const text = begin("live.csv", PDH_LOG_TYPE_CSV);
  int lines = 0;
  for (const char* at = text; *at != 0; ++at) {
    if (*at != '\n') continue;
    ++lines;
    EXPECT_EQ(at[-1], '\r');
  }
  EXPECT_EQ(lines, 3);
  EXPECT_EQ(text[strlen(text) - 1], '\n');
  end();
}

static void rows(void) {
  const char* const text = begin("live.csv", PDH_LOG_TYPE_CSV);
  EXPECT(has_form(line_of(text, 1), "\"00/00/0000 00:00:00.000\",\"12\","));
  EXPECT(has_form(line_of(text, 2), "\"00/00/0000 00:00:00.000\",\"12\","));
  end();
}

static void first_row(void) {
  const char* const text = begin("live.csv", PDH_LOG_TYPE_CSV);
  const char* const first = line_of(text, 1) + strlen("\"00/00/0000 00:00:00.000\",");
  const char* const second = line_of(text, 2) + strlen("\"00/00/0000 00:00:00.000\",");
  EXPECT(strncmp(first, "\"12\",\" \",\"", 10) == 0);
  EXPECT(strncmp(second, "\"12\",\"0\",\"", 10) == 0);
  end();
}

static void numbers_of_rows(void) {
  const char* const text = begin("live.csv", PDH_LOG_TYPE_CSV);
  EXPECT(strstr(text, ",\"33.333333333333329\"\r\n") != NULL);
  end();
}

static void equal_rows(void) {
  const char* const text = begin("live.csv", PDH_LOG_TYPE_CSV);
  int cells[3] = {0, 0, 0};
  for (int line = 0; line < 3; ++line) {
    for (const char* at = line_of(text, line); *at != '\r'; ++at) cells[line] += *at == '"';
    EXPECT_EQ(cells[line], 8);
  }
  end();
}

static DWORD adding_from(const char* text, const char* path, LONG* value) {
  PDH_HCOUNTER counter = NULL;
  write_file("read.csv", text);
  const PDH_HQUERY query = open_file("read.csv");
  const DWORD code = (DWORD)PdhAddCounterA(query, path, 0, &counter);
  EXPECT_CODE(code, ERROR_SUCCESS);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  PDH_FMT_COUNTERVALUE read;
  read.longValue = -1;
  const PDH_STATUS status = PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, NULL, &read);
  *value = read.longValue;
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("read.csv");
  return (DWORD)status;
}

#define ROW "\"11/22/2026 10:00:00.000\","
static void what_readers_take(void) {
  LONG value = 0;
  EXPECT_CODE(adding_from("\"(PDH-CSV 4.0) ()(-540)\",\"\\\\a\\o\\c\"\r\n" ROW "\"7\"\r\n",
                          "\\o\\c", &value),
              ERROR_SUCCESS);
  EXPECT_EQ(value, 7);
  EXPECT_CODE(
      adding_from("\"(PDH-CSV 4.0) (Paris, Madrid (heure d\",\"\\\\a\\o\\c\"\r\n" ROW "\"7\"\r\n",
                  "\\o\\c", &value),
      ERROR_SUCCESS);
  EXPECT_EQ(value, 7);
  EXPECT_CODE(
      adding_from("\"(PDH-CSV 4.0)\",\"\\\\a\\Processor Information(3,3)\\c\"\r\n" ROW "\"8\"\r\n",
                  "\\processor information(3,3)\\C", &value),
      ERROR_SUCCESS);
  EXPECT_EQ(value, 8);
  EXPECT_CODE(adding_from("\xEF\xBB\xBF\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\o\\c\"\r\n" ROW
                          "\"9.0000000000000000\"\r\n",
                          "\\o\\c", &value),
              ERROR_SUCCESS);
  EXPECT_EQ(value, 9);
}

static void utf_16(void) {
  static const char text[] = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\o\\c\"\r\n" ROW "\"6\"\r\n";
  FILE* const file = fopen(path_of("wide.csv"), "wb");
  if (file == NULL) exit(2);
  fputs("\xFF\xFE", file);
  for (size_t i = 0; text[i] != 0; ++i) {
    fputc(text[i], file);
    fputc(0, file);
  }
  fclose(file);
  const PDH_HQUERY query = open_file("wide.csv");
  const PDH_HCOUNTER counter = add(query, "\\o\\c");
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(counter), 6);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("wide.csv");
}

static void names_with_marks(void) {
  printers = start_printers();
  set_large(&printers, printer(&printers, "a,b \"c\"", 0), PAGES_ID, 3);
  PDH_HQUERY query = open_live();
  (void)add(query, PRINTER("a,b \"c\"", "Pages"));
  PDH_HLOG const log = new_log(query, "marks.csv", PDH_LOG_TYPE_CSV);
  update(log, 1);
  close_log(log);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  query = open_file("marks.csv");
  const PDH_HCOUNTER pages = add(query, PRINTER("a,b \"c\"", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS);
  EXPECT_EQ(long_of(pages), 3);
  EXPECT_CODE(PdhCloseQuery(query), ERROR_SUCCESS);
  remove_file("marks.csv");
  end();
}

static void cells_without_values(void) {
  static const char* const cells[] = {"\" \"", "\"\"", "\"7.0625001143654654e\""};
  for (size_t i = 0; i < 3; ++i) {
    char text[200];
    LONG value = 0;
    in_row(i);
    snprintf(text, sizeof text, "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\o\\c\"\r\n" ROW "%s\r\n",
             cells[i]);
    EXPECT_CODE(adding_from(text, "\\o\\c", &value), PDH_INVALID_DATA);
  }
}

static const Promise promises[] = {
    {"the first line has the format, the time zone and the paths with their machine", first_line},
    {"the time zone has an ASCII name and the minutes to UTC", zone_and_bias},
    {"a TSV has tabs between its cells", tab_separated},
    {"lines end with CR and LF, the last one too", line_ends},
    {"a row begins with its local time, and whole numbers have no point", rows},
    {"the first row is blank for counters of two samples, and has the values of the others",
     first_row},
    {"numbers have 17 digits and a point", numbers_of_rows},
    {"every row has as many cells as the first line", equal_rows},
    {"logs with an empty, a cut or no time zone, with commas in names and with a mark of UTF-8 are "
     "read",
     what_readers_take},
    {"logs in UTF-16 are read", utf_16},
    {"names with commas and quotes are read as they were", names_with_marks},
    {"a cell that is blank, empty or cut has no value", cells_without_values},
};
CHAPTER(text_logs, "Text logs")
