/* What the application and its performance module share: a page of memory, which the application
   writes and the module only reads. Each number has one writer and is naturally aligned, so that no
   reader sees half of it. */
#pragma once

#include <stdint.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#define DISQUE_MEMORY "openperflib-disque" /* below /dev/shm; on Windows in the session */
#define DISQUE_QUEUES 2

typedef struct DISQUE_QUEUE {
  uint64_t finished; /* jobs since the start; only grows */
  uint32_t depth;    /* jobs that wait */
  uint32_t unused;
} DISQUE_QUEUE;

typedef struct DISQUE_SHARED {
  volatile DISQUE_QUEUE queues[DISQUE_QUEUES];
} DISQUE_SHARED;

/* Maps the page: to write it, which creates it, or to read it. NULL: it does not exist. */
static inline DISQUE_SHARED* map_disque(int to_write) {
#ifdef _WIN32
  HANDLE memory = to_write ? CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0,
                                                sizeof(DISQUE_SHARED), DISQUE_MEMORY)
                           : OpenFileMappingA(FILE_MAP_READ, FALSE, DISQUE_MEMORY);
  if (memory == NULL) return NULL;
  return (DISQUE_SHARED*)MapViewOfFile(memory, to_write ? FILE_MAP_ALL_ACCESS : FILE_MAP_READ, 0, 0,
                                       sizeof(DISQUE_SHARED));
#else
  const int file = shm_open("/" DISQUE_MEMORY, to_write ? O_RDWR | O_CREAT : O_RDONLY, 0644);
  if (file < 0) return NULL;
  struct stat facts;
  void* page = MAP_FAILED;
  if (to_write && ftruncate(file, sizeof(DISQUE_SHARED)) != 0) {
    close(file);
    return NULL;
  }
  if (fstat(file, &facts) == 0 && (uint64_t)facts.st_size >= sizeof(DISQUE_SHARED)) {
    page = mmap(NULL, sizeof(DISQUE_SHARED), to_write ? PROT_READ | PROT_WRITE : PROT_READ,
                MAP_SHARED, file, 0);
  }
  close(file);
  return page == MAP_FAILED ? NULL : (DISQUE_SHARED*)page;
#endif
}
