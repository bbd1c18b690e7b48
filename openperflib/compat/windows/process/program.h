/* The program itself: its command line, environment, current directory and end. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Handles that always mean the calling process and thread. They need not be closed. */
HANDLE WINAPI GetCurrentProcess(void);
HANDLE WINAPI GetCurrentThread(void); /* in each thread, that thread */
/* Rights that programs ask for. */
#define PROCESS_VM_READ 0x0010u
#define PROCESS_QUERY_INFORMATION 0x0400u
#define DUPLICATE_SAME_ACCESS 0x00000002u
/* Ends the process like exit(). */
void WINAPI ExitProcess(UINT code) __attribute__((__noreturn__));
/* Ends this thread with an exit code, like _endthreadex. */
void WINAPI ExitThread(DWORD code) __attribute__((__noreturn__));
/* Lets another thread run. Always returns TRUE. */
BOOL WINAPI SwitchToThread(void);

/* All arguments as one text that CommandLineToArgvW can split again; arguments with spaces are
   in quotes. The caller does not free it. */
LPSTR WINAPI GetCommandLineA(void);
LPWSTR WINAPI GetCommandLineW(void); /* UTF-16; not freed either */
#define GetCommandLine OPENPERFLIB_A_OR_W(GetCommandLine)
/* Splits a command line. The caller frees the array with LocalFree. NULL and
   ERROR_INVALID_PARAMETER if an argument is NULL. An empty text gives the path of the program. */
LPWSTR* WINAPI CommandLineToArgvW(LPCWSTR command_line, int* count);

/* Why DllMain is called in a library that has one: a performance module, by its host. Threads are
   not reported. */
#define DLL_PROCESS_DETACH 0
#define DLL_PROCESS_ATTACH 1
#define DLL_THREAD_ATTACH 2
#define DLL_THREAD_DETACH 3
#ifdef __cplusplus
/* A library's own, declared here so that its name is the plain one that the host looks for, as on
   Windows; with HINSTANCE, and as older programs write it, with HANDLE. */
BOOL OPENPERFLIB_WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved);
extern "C++" BOOL OPENPERFLIB_WINAPI DllMain(HANDLE module, DWORD reason,
                                             LPVOID reserved) __asm__("DllMain");
#endif

/* Copies the value of a variable. Returns its length without the NUL; if the room is too small,
   writes nothing and returns the room needed. 0 and ERROR_ENVVAR_NOT_FOUND if the variable is
   not set. */
DWORD WINAPI GetEnvironmentVariableA(LPCSTR name, LPSTR value, DWORD room);
DWORD WINAPI GetEnvironmentVariableW(LPCWSTR name, LPWSTR value, DWORD room); /* UTF-16 units */
/* Sets a variable; a NULL value removes it. ERROR_INVALID_PARAMETER if the name is empty or
   contains '='. */
BOOL WINAPI SetEnvironmentVariableA(LPCSTR name, LPCSTR value);
BOOL WINAPI SetEnvironmentVariableW(LPCWSTR name, LPCWSTR value); /* both in UTF-16 */
#define GetEnvironmentVariable OPENPERFLIB_A_OR_W(GetEnvironmentVariable)
#define SetEnvironmentVariable OPENPERFLIB_A_OR_W(SetEnvironmentVariable)

/* Copies the path of the current directory. Returns its length without the NUL; if the room is
   too small, writes nothing and returns the room needed. */
DWORD WINAPI GetCurrentDirectoryA(DWORD room, LPSTR path);
DWORD WINAPI GetCurrentDirectoryW(DWORD room, LPWSTR path); /* UTF-16 units */
/* Fails with ERROR_PATH_NOT_FOUND or ERROR_ACCESS_DENIED. */
BOOL WINAPI SetCurrentDirectoryA(LPCSTR path);
BOOL WINAPI SetCurrentDirectoryW(LPCWSTR path); /* `path` in UTF-16 */
#define GetCurrentDirectory OPENPERFLIB_A_OR_W(GetCurrentDirectory)
#define SetCurrentDirectory OPENPERFLIB_A_OR_W(SetCurrentDirectory)

/* Does nothing, as on Windows when no debugger is attached. */
void WINAPI OutputDebugStringA(LPCSTR text);
void WINAPI OutputDebugStringW(LPCWSTR text); /* nothing as well */
#define OutputDebugString OPENPERFLIB_A_OR_W(OutputDebugString)
/* Always FALSE. */
BOOL WINAPI IsDebuggerPresent(void);

#ifdef __cplusplus
} /* extern "C" */
#endif
