/* What a process holds: descriptors, threads, memory. Its user defines _GNU_SOURCE first. */
#pragma once

#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct footprint {
  int descriptors;
  long threads;
  long heap;     /* KiB allocated and not freed: tables, names, indices */
  long resident; /* KiB of its own memory that are resident */
  long data;     /* VmData, KiB */
};

/* The number in a line of the process's status. */
static inline long status_number(const char* key) {
  char line[256];
  long number = -1;
  FILE* file = fopen("/proc/self/status", "r");
  if (file == NULL) exit(2);
  while (number < 0 && fgets(line, sizeof(line), file) != NULL) {
    if (strncmp(line, key, strlen(key)) == 0) number = strtol(line + strlen(key), NULL, 10);
  }
  fclose(file);
  return number;
}

static inline int descriptors_of_this_process(void) {
  DIR* folder = opendir("/proc/self/fd");
  int count = 0;
  if (folder == NULL) exit(2);
  while (readdir(folder) != NULL) ++count;
  closedir(folder);
  return count - 3; /* ".", ".." and the folder's own descriptor */
}

static inline struct footprint footprint_now(void) {
  struct footprint now;
  const struct mallinfo2 heap = mallinfo2();
  now.descriptors = descriptors_of_this_process();
  now.threads = status_number("Threads:");
  now.heap = (long)((heap.uordblks + heap.hblkhd) / 1024);
  now.resident = status_number("RssAnon:");
  now.data = status_number("VmData:");
  return now;
}

static inline void show(const char* when, struct footprint now) {
  printf("%s: %d descriptors, %ld KiB of heap in use, %ld KiB resident, VmData %ld KiB\n", when,
         now.descriptors, now.heap, now.resident, now.data);
  fflush(stdout);
}
