/* PdhUpdateLog and PdhCloseLog. */
#include <stdio.h>

#include "printers_query.h"

static PDH_HLOG its_log;

typedef struct Format {
  const char* name;
  DWORD type;
} Format;
static const Format file_formats[] = {{"live.csv", PDH_LOG_TYPE_CSV},
                                      {"live.tsv", PDH_LOG_TYPE_TSV},
                                      {"live.blg", PDH_LOG_TYPE_BINARY}};

#define RECORDS 3
typedef struct Written {
  double pages[RECORDS];
  double rate[RECORDS]; /* from the second on */
  PDH_RAW_COUNTER reading[RECORDS];
} Written;

static Written write_live(const Format* format) {
  Written written;
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  const PDH_HCOUNTER rate = add(query, PRINTER("Laser", "Bytes/sec"));
  memset(&written, 0, sizeof written);
  its_log = new_log(query, format->name, format->type);
  for (ULONG i = 0; i < RECORDS; ++i) {
    set_large(&printers, printers.laser, PAGES_ID, i * 10 + 1);
    set_large(&printers, printers.laser, BYTES_ID, i * 123456);
    update(its_log, 1);
    written.pages[i] = double_of(pages);
    if (i > 0) written.rate[i] = double_of(rate);
    written.reading[i] = reading_of(rate);
  }
  close_log(its_log);
  return written;
}

static void expect_same(const Format* format, const Written* written) {
  const PDH_HQUERY read = open_file(format->name);
  const PDH_HCOUNTER pages = add(read, PRINTER("Laser", "Pages"));
  const PDH_HCOUNTER rate = add(read, PRINTER("Laser", "Bytes/sec"));
  for (int i = 0; i < RECORDS; ++i) {
    EXPECT_CODE(PdhCollectQueryData(read), ERROR_SUCCESS);
    EXPECT(double_of(pages) == written->pages[i]);
    if (i > 0) EXPECT(double_of(rate) == written->rate[i]);
    if (format->type != PDH_LOG_TYPE_BINARY) continue;
    const PDH_RAW_COUNTER reading = reading_of(rate);
    EXPECT_EQ(reading.FirstValue, written->reading[i].FirstValue);
    EXPECT_EQ(reading.SecondValue, written->reading[i].SecondValue);
  }
  EXPECT_CODE(PdhCollectQueryData(read), PDH_NO_MORE_DATA);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
}

static void same_values(void) {
  for (size_t i = 0; i < 3; ++i) {
    begin_query();
    in_row(i);
    const Written written = write_live(&file_formats[i]);
    expect_same(&file_formats[i], &written);
    end_query();
    remove_file(file_formats[i].name);
  }
}

static void neither_scaled_nor_capped(void) {
  begin_query();
  const PDH_HCOUNTER full = add(query, PRINTER("Laser", "% Full"));
  EXPECT_CODE(PdhSetCounterScaleFactor(full, 3), ERROR_SUCCESS);
  set_small(&printers, printers.laser, FULL_ID, 3);
  set_small(&printers, printers.laser, FULL_BASE, 2);
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 1);
  close_log(its_log);
  EXPECT(strstr(text_of("live.csv"), ",\"150\"\r\n") != NULL);
  end_query();
  remove_file("live.csv");
}

static void update_collects(void) {
  begin_query();
  const PDH_HCOUNTER pages = add(query, PRINTER("Laser", "Pages"));
  set_large(&printers, printers.laser, PAGES_ID, 4);
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 1);
  EXPECT_EQ(long_of(pages), 4);
  close_log(its_log);
  end_query();
  remove_file("live.csv");
}

static void without_an_instance(void) {
  begin_query();
  (void)add(query, PRINTER("Ink", "Pages"));
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 1);
  PERF_COUNTERSET_INSTANCE* const ink = printer(&printers, "Ink", 0);
  set_large(&printers, ink, PAGES_ID, 8);
  update(its_log, 1);
  close_log(its_log);
  EXPECT(strstr(text_of("live.csv"), "(Ink)\\Pages\"\r\n") != NULL); /* from the beginning */
  EXPECT(strstr(text_of("live.csv"), ",\" \"\r\n") != NULL);
  EXPECT(strstr(text_of("live.csv"), ",\"8\"\r\n") != NULL);
  end_query();
  remove_file("live.csv");
}

static void without_counters(void) {
  begin_query();
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_NO_DATA);
  (void)add(query, PRINTER("Laser", "Pages")); /* the columns are those of the first record */
  update(its_log, 1);
  close_log(its_log);
  EXPECT(strstr(text_of("live.csv"), "(Laser)\\Pages\"\r\n") != NULL);
  end_query();
  remove_file("live.csv");
}

static int columns_of(const char* text) {
  int columns = 1;
  for (; *text != '\r' && *text != 0; ++text) columns += strncmp(text, "\",\"", 3) == 0;
  return columns;
}

static void wildcards_in_text_logs(void) {
  begin_query();
  (void)add(query, PRINTER("*", "Pages"));
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  (void)printer(&printers, "Ink", 0);
  update(its_log, 2);
  close_log(its_log);
  EXPECT_EQ(columns_of(text_of("live.csv")), 2); /* the time and Laser */
  end_query();
  remove_file("live.csv");
}

static void names_that_come_again(void) {
  begin_query();
  (void)add(query, PRINTER("*", "Pages"));
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  set_large(&printers, printers.laser, PAGES_ID, 31);
  update(its_log, 1);
  EXPECT_CODE(PerfDeleteInstance(printers.provider, printers.laser), ERROR_SUCCESS);
  update(its_log, 1);
  set_large(&printers, printer(&printers, "Laser", 7), PAGES_ID, 32);
  update(its_log, 1);
  close_log(its_log);
  const char* const text = text_of("live.csv");
  EXPECT(strstr(text, ",\"31\"\r\n") != NULL);
  EXPECT(strstr(text, ",\" \"\r\n") != NULL);
  EXPECT(strstr(text, ",\"32\"\r\n") != NULL);
  end_query();
  remove_file("live.csv");
}

static void removed_files(void) {
  begin_query();
  (void)add(query, PRINTER("Laser", "Pages"));
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 1);
  remove_file("live.csv");
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_FILE_NOT_FOUND);
  (void)PdhCloseLog(its_log, 0);
  EXPECT_EQ(size_of_file("live.csv"), -1);
  end_query();
}

static void wildcards_in_binary_logs(void) {
  DWORD size = 0, count = 0;
  begin_query();
  (void)add(query, PRINTER("*", "Pages"));
  its_log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 1);
  set_large(&printers, printer(&printers, "Ink", 0), PAGES_ID, 6);
  update(its_log, 1);
  close_log(its_log);
  const PDH_HQUERY read = open_file("live.blg");
  const PDH_HCOUNTER all = add(read, PRINTER("*", "Pages"));
  const PDH_HCOUNTER ink = add(read, PRINTER("Ink", "Pages"));
  for (DWORD i = 1; i <= 2; ++i) {
    EXPECT_CODE(PdhCollectQueryData(read), ERROR_SUCCESS);
    size = 0;
    EXPECT_CODE(PdhGetRawCounterArrayA(all, &size, &count, NULL), PDH_MORE_DATA);
    EXPECT_EQ(count, i);
  }
  EXPECT_EQ(long_of(ink), 6);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  end_query();
  remove_file("live.blg");
}

/* Opens a text log with an option, updates it with these texts, and closes it. */
static const char* text_with_comments(DWORD option, const char* caption, const char* first) {
  DWORD type = PDH_LOG_TYPE_CSV;
  begin_query();
  (void)add(query, PRINTER("Laser", "Pages"));
  EXPECT_CODE(
      PdhOpenLogA(path_of("live.csv"), WRITE_NEW | option, &type, query, 0, caption, &its_log),
      ERROR_SUCCESS);
  EXPECT_CODE(PdhUpdateLogA(its_log, first), ERROR_SUCCESS);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), ERROR_SUCCESS);
  EXPECT_CODE(PdhUpdateLogA(its_log, "end"), ERROR_SUCCESS);
  close_log(its_log);
  end_query();
  const char* const text = text_of("live.csv");
  remove_file("live.csv");
  return text;
}

static void comments(void) {
  const char* const text = text_with_comments(PDH_LOG_OPT_USER_STRING, "Remarks", "begin");
  EXPECT(strstr(text, "\\Pages\",\"Remarks\"\r\n") != NULL);
  EXPECT(strstr(text, ",\"begin\"\r\n") != NULL);
  EXPECT(strstr(text, ",\" \"\r\n") != NULL);
  EXPECT(strstr(text, ",\"end\"\r\n") != NULL);
}

static void first_comment_is_the_caption(void) {
  const char* const text = text_with_comments(PDH_LOG_OPT_USER_STRING, NULL, "begin");
  EXPECT(strstr(text, "\\Pages\",\"begin\"\r\n") != NULL);
}

static void comments_without_the_option(void) {
  const char* const text = text_with_comments(0, "Remarks", "begin");
  EXPECT(strstr(text, "\\Pages\"\r\n") != NULL);
  EXPECT(strstr(text, "begin") == NULL);
  EXPECT(strstr(text, "Remarks") == NULL);
}

static void empty_comment(void) {
  begin_query();
  (void)add(query, PRINTER("Laser", "Pages"));
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  EXPECT_CODE(PdhUpdateLogA(its_log, ""), PDH_INVALID_ARGUMENT);
  EXPECT_CODE(PdhUpdateLogW(its_log, WIDE("")), PDH_INVALID_ARGUMENT);
  close_log(its_log);
  end_query();
  remove_file("live.csv");
}

static void closed_logs(void) {
  begin_query();
  (void)add(query, PRINTER("Laser", "Pages"));
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  update(its_log, 1);
  EXPECT_CODE(PdhCloseLog(its_log, 2), PDH_INVALID_ARGUMENT); /* and it stays open */
  update(its_log, 1);
  close_log(its_log);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhCloseLog(its_log, 0), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhCollectQueryData(query), ERROR_SUCCESS); /* which is open */
  end_query();
  remove_file("live.csv");
}

static void closing_with_the_query(void) {
  begin_query();
  const PDH_HQUERY closed = query;
  (void)add(query, PRINTER("Laser", "Pages"));
  its_log = new_log(query, "live.csv", PDH_LOG_TYPE_CSV);
  EXPECT_CODE(PdhCloseLog(its_log, PDH_FLAGS_CLOSE_QUERY), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(closed), PDH_INVALID_HANDLE);
  query = open_live();
  end_query();
  remove_file("live.csv");
}

static void closed_queries(void) {
  LONGLONG size = 0;
  begin_query();
  (void)add(query, PRINTER("Laser", "Pages"));
  its_log = new_log(query, "live.blg", PDH_LOG_TYPE_BINARY);
  update(its_log, 1);
  end_query();
  const PDH_HQUERY read = open_file("live.blg"); /* which is complete */
  (void)add(read, PRINTER("Laser", "Pages"));
  EXPECT_CODE(PdhCollectQueryData(read), ERROR_SUCCESS);
  EXPECT_CODE(PdhCloseQuery(read), ERROR_SUCCESS);
  EXPECT_CODE(PdhUpdateLogA(its_log, NULL), PDH_INVALID_HANDLE);
  EXPECT_CODE(PdhGetLogFileSize(its_log, &size), ERROR_SUCCESS);
  EXPECT_EQ(size, size_of_file("live.blg"));
  close_log(its_log);
  EXPECT_CODE(PdhGetLogFileSize(its_log, &size), PDH_INVALID_HANDLE);
  remove_file("live.blg");
}

static const Promise promises[] = {
    {"a log has the values and the readings that the query had, in each format", same_values},
    {"values are neither scaled nor capped", neither_scaled_nor_capped},
    {"PdhUpdateLog collects the query", update_collects},
    {"a named instance has its column from the beginning, with blanks until it appears",
     without_an_instance},
    {"a query without counters is PDH_NO_DATA, and the columns are those of the first record",
     without_counters},
    {"wildcards are expanded once in a text log", wildcards_in_text_logs},
    {"a column shows the instance that has its name later", names_that_come_again},
    {"a file that was removed meanwhile is PDH_FILE_NOT_FOUND", removed_files},
    {"wildcards follow instances in a binary log", wildcards_in_binary_logs},
    {"with OPT_USER_STRING the caption heads the last column, and each row has its text or a blank",
     comments},
    {"without a caption the first text is it", first_comment_is_the_caption},
    {"without the option texts are dropped", comments_without_the_option},
    {"the text \"\" is PDH_INVALID_ARGUMENT", empty_comment},
    {"PdhCloseLog closes the log alone, and refuses unknown flags", closed_logs},
    {"PDH_FLAGS_CLOSE_QUERY closes the query, too", closing_with_the_query},
    {"PdhCloseQuery completes the logs of the query, and their handles stay", closed_queries},
};
CHAPTER(writing_logs, "Writing logs")
