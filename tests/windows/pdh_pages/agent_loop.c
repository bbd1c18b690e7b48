/* agent_loop ROUNDS MILLISECONDS: what monitoring agents do in a loop. In each round it expands
   \Process(*)\% Processor Time again, adds a counter for each instance that is new, removes those
   of instances that are gone, and collects all of them together with counters of all instances,
   which it reads as arrays. It prints, between tabs:

     round TIME
     process ID START TIME100NS CPU FAULTS CLOCK VALUE NAME     a line of the arrays
     instance CPU TIME100NS VALUE NAME                          a counter of one instance

   CPU and FAULTS are readings, VALUE the percentage that is formatted from two of them, or the
   status that stands in its place. Written in C with main and A functions. */
// clang-format off: windows.h comes first, as it has to on Windows
#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// clang-format on

#pragma comment(lib, "pdh.lib")

#define EXPANDED "\\Process(*)\\% Processor Time"

/* One counter of one instance. */
typedef struct _INSTANCE_COUNTER {
  char* pPath;
  HCOUNTER hCounter;
  BOOL bSeen; /* in this round's expansion */
} INSTANCE_COUNTER;

typedef struct _AGENT {
  HQUERY hQuery;
  HCOUNTER hId;
  HCOUNTER hStart;
  HCOUNTER hCpu;
  HCOUNTER hFaults;
  INSTANCE_COUNTER* pCounters;
  DWORD dwCounters;
} AGENT;

static void Fail(const char* pFunction, PDH_STATUS status) {
  fprintf(stderr, "%s failed with 0x%x.\n", pFunction, (unsigned)status);
  exit(1);
}

static void* Checked(void* pMemory) {
  if (NULL == pMemory) Fail("malloc", ERROR_NOT_ENOUGH_MEMORY);
  return pMemory;
}

/* The name of an instance may have any character. */
static void PrintName(const char* pName) {
  for (; *pName; pName++) putchar((unsigned char)*pName < ' ' ? '?' : *pName);
  putchar('\n');
}

/* All paths of the pattern, as a list that ends with an empty text. The caller frees it. */
static char* ExpandPaths(void) {
  char* pPaths = NULL;
  DWORD dwSize = 0;
  PDH_STATUS status = PdhExpandWildCardPathA(NULL, EXPANDED, NULL, &dwSize, 0);

  while (PDH_MORE_DATA == status) {
    pPaths = (char*)Checked(realloc(pPaths, dwSize));
    status = PdhExpandWildCardPathA(NULL, EXPANDED, pPaths, &dwSize, 0);
  }
  if (ERROR_SUCCESS != status) Fail("PdhExpandWildCardPath", status);
  return pPaths;
}

static INSTANCE_COUNTER* FindCounter(AGENT* pAgent, const char* pPath) {
  DWORD i;
  for (i = 0; i < pAgent->dwCounters; i++) {
    if (0 == strcmp(pAgent->pCounters[i].pPath, pPath)) return &pAgent->pCounters[i];
  }
  return NULL;
}

static void AddInstance(AGENT* pAgent, const char* pPath) {
  INSTANCE_COUNTER* pNew;
  PDH_STATUS status;

  pAgent->pCounters = (INSTANCE_COUNTER*)Checked(
      realloc(pAgent->pCounters, (pAgent->dwCounters + 1) * sizeof(INSTANCE_COUNTER)));
  pNew = &pAgent->pCounters[pAgent->dwCounters];
  status = PdhAddCounterA(pAgent->hQuery, pPath, 0, &pNew->hCounter);
  if (ERROR_SUCCESS != status) Fail("PdhAddCounter", status);
  pNew->pPath = (char*)Checked(malloc(strlen(pPath) + 1));
  strcpy(pNew->pPath, pPath);
  pNew->bSeen = TRUE;
  pAgent->dwCounters++;
}

static void RemoveUnseen(AGENT* pAgent) {
  DWORD i, dwKept = 0;
  PDH_STATUS status;

  for (i = 0; i < pAgent->dwCounters; i++) {
    if (pAgent->pCounters[i].bSeen) {
      pAgent->pCounters[dwKept++] = pAgent->pCounters[i];
      continue;
    }
    status = PdhRemoveCounter(pAgent->pCounters[i].hCounter);
    if (ERROR_SUCCESS != status) Fail("PdhRemoveCounter", status);
    free(pAgent->pCounters[i].pPath);
  }
  pAgent->dwCounters = dwKept;
}

static void FollowInstances(AGENT* pAgent) {
  char* pPaths = ExpandPaths();
  INSTANCE_COUNTER* pKnown;
  const char* pPath;
  DWORD i;

  for (i = 0; i < pAgent->dwCounters; i++) pAgent->pCounters[i].bSeen = FALSE;
  for (pPath = pPaths; *pPath; pPath += strlen(pPath) + 1) {
    pKnown = FindCounter(pAgent, pPath);
    if (NULL != pKnown)
      pKnown->bSeen = TRUE;
    else
      AddInstance(pAgent, pPath);
  }
  RemoveUnseen(pAgent);
  free(pPaths);
}

static PDH_RAW_COUNTER_ITEM_A* RawArray(HCOUNTER hCounter, DWORD* pdwCount) {
  DWORD dwSize = 0;
  PDH_RAW_COUNTER_ITEM_A* pItems;
  PDH_STATUS status = PdhGetRawCounterArrayA(hCounter, &dwSize, pdwCount, NULL);

  if (PDH_MORE_DATA != status) Fail("PdhGetRawCounterArray", status);
  pItems = (PDH_RAW_COUNTER_ITEM_A*)Checked(malloc(dwSize));
  status = PdhGetRawCounterArrayA(hCounter, &dwSize, pdwCount, pItems);
  if (ERROR_SUCCESS != status) Fail("PdhGetRawCounterArray", status);
  return pItems;
}

static PDH_FMT_COUNTERVALUE_ITEM_A* FormattedArray(HCOUNTER hCounter, DWORD* pdwCount) {
  const DWORD dwFormat = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100;
  DWORD dwSize = 0;
  PDH_FMT_COUNTERVALUE_ITEM_A* pItems;
  PDH_STATUS status = PdhGetFormattedCounterArrayA(hCounter, dwFormat, &dwSize, pdwCount, NULL);

  if (PDH_MORE_DATA != status) Fail("PdhGetFormattedCounterArray", status);
  pItems = (PDH_FMT_COUNTERVALUE_ITEM_A*)Checked(malloc(dwSize));
  status = PdhGetFormattedCounterArrayA(hCounter, dwFormat, &dwSize, pdwCount, pItems);
  if (ERROR_SUCCESS != status) Fail("PdhGetFormattedCounterArray", status);
  return pItems;
}

static void PrintValue(PDH_STATUS status, const PDH_FMT_COUNTERVALUE* pValue) {
  if (ERROR_SUCCESS == status &&
      (PDH_CSTATUS_NEW_DATA == pValue->CStatus || PDH_CSTATUS_VALID_DATA == pValue->CStatus))
    printf("%.17g\t", pValue->doubleValue);
  else
    printf("0x%08X\t", (unsigned)pValue->CStatus);
}

/* The arrays of one collection have the same instances in the same order. */
static void PrintProcesses(const AGENT* pAgent) {
  DWORD dwIds, dwStarts, dwCpus, dwFaults, dwValues, i;
  PDH_RAW_COUNTER_ITEM_A* pIds = RawArray(pAgent->hId, &dwIds);
  PDH_RAW_COUNTER_ITEM_A* pStarts = RawArray(pAgent->hStart, &dwStarts);
  PDH_RAW_COUNTER_ITEM_A* pCpus = RawArray(pAgent->hCpu, &dwCpus);
  PDH_RAW_COUNTER_ITEM_A* pFaults = RawArray(pAgent->hFaults, &dwFaults);
  PDH_FMT_COUNTERVALUE_ITEM_A* pValues = FormattedArray(pAgent->hCpu, &dwValues);

  if (dwIds != dwStarts || dwIds != dwCpus || dwIds != dwFaults || dwIds != dwValues)
    Fail("the sizes of the arrays", 0);
  for (i = 0; i < dwIds; i++) {
    if (strcmp(pIds[i].szName, pValues[i].szName) || strcmp(pIds[i].szName, pStarts[i].szName) ||
        strcmp(pIds[i].szName, pFaults[i].szName))
      Fail("the names of the arrays", 0);
    printf("process\t%lld\t%lld\t%lld\t%lld\t%lld\t%lld\t", (long long)pIds[i].RawValue.FirstValue,
           (long long)pStarts[i].RawValue.FirstValue, (long long)pCpus[i].RawValue.SecondValue,
           (long long)pCpus[i].RawValue.FirstValue, (long long)pFaults[i].RawValue.FirstValue,
           (long long)pFaults[i].RawValue.SecondValue);
    PrintValue(ERROR_SUCCESS, &pValues[i].FmtValue);
    PrintName(pIds[i].szName);
  }
  free(pIds);
  free(pStarts);
  free(pCpus);
  free(pFaults);
  free(pValues);
}

static void PrintInstances(const AGENT* pAgent) {
  PDH_RAW_COUNTER raw;
  PDH_FMT_COUNTERVALUE value;
  PDH_STATUS status;
  const char* pName;
  DWORD i;

  for (i = 0; i < pAgent->dwCounters; i++) {
    status = PdhGetRawCounterValue(pAgent->pCounters[i].hCounter, NULL, &raw);
    if (ERROR_SUCCESS != status) Fail("PdhGetRawCounterValue", status);
    printf("instance\t%lld\t%lld\t", (long long)raw.FirstValue, (long long)raw.SecondValue);
    status = PdhGetFormattedCounterValue(pAgent->pCounters[i].hCounter,
                                         PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, NULL, &value);
    PrintValue(status, &value);
    pName = strstr(pAgent->pCounters[i].pPath, "Process(") + strlen("Process(");
    PrintName(pName);
  }
}

static void AddArray(AGENT* pAgent, const char* pPath, HCOUNTER* phCounter) {
  PDH_STATUS status = PdhAddEnglishCounterA(pAgent->hQuery, pPath, 0, phCounter);
  if (ERROR_SUCCESS != status) Fail("PdhAddEnglishCounter", status);
}

int main(int argc, char* argv[]) {
  AGENT agent;
  LONGLONG llTime;
  PDH_STATUS status;
  int nRounds, nWait;

  if (argc != 3) {
    printf("agent_loop ROUNDS MILLISECONDS\n");
    return 2;
  }
  nRounds = atoi(argv[1]);
  nWait = atoi(argv[2]);
  memset(&agent, 0, sizeof(agent));
  status = PdhOpenQueryA(NULL, 0, &agent.hQuery);
  if (ERROR_SUCCESS != status) Fail("PdhOpenQuery", status);
  AddArray(&agent, "\\Process(*)\\ID Process", &agent.hId);
  AddArray(&agent, "\\Process(*)\\Elapsed Time", &agent.hStart);
  AddArray(&agent, "\\Process(*)\\% Processor Time", &agent.hCpu);
  AddArray(&agent, "\\Process(*)\\Page Faults/sec", &agent.hFaults);
  while (nRounds-- > 0) {
    FollowInstances(&agent);
    status = PdhCollectQueryDataWithTime(agent.hQuery, &llTime);
    if (ERROR_SUCCESS != status) Fail("PdhCollectQueryData", status);
    printf("round\t%lld\n", (long long)llTime);
    PrintProcesses(&agent);
    PrintInstances(&agent);
    fflush(stdout);
    Sleep((DWORD)nWait);
  }
  while (agent.dwCounters > 0) free(agent.pCounters[--agent.dwCounters].pPath);
  free(agent.pCounters);
  status = PdhCloseQuery(agent.hQuery);
  if (ERROR_SUCCESS != status) Fail("PdhCloseQuery", status);
  return 0;
}
