/* The console. Here it is a terminal that reads UTF-8 and ANSI escape sequences. If standard
   output is not a terminal, no escape sequences are written. */
#pragma once

#include "openperflib/compat/windows/core/base_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define STD_INPUT_HANDLE ((DWORD) - 10)
#define STD_OUTPUT_HANDLE ((DWORD) - 11)
#define STD_ERROR_HANDLE ((DWORD) - 12)

/* A handle for the functions of this header only; it need not be closed. INVALID_HANDLE_VALUE
   with ERROR_INVALID_HANDLE for any other number. */
HANDLE WINAPI GetStdHandle(DWORD number);
/* Writes characters. `written` may be NULL; `reserved` is NULL. ERROR_INVALID_HANDLE if the
   handle is not an output of GetStdHandle or not a terminal. */
BOOL WINAPI WriteConsoleA(HANDLE console, const void* text, DWORD count, LPDWORD written,
                          LPVOID reserved);
/* The same for UTF-16; counts are in UTF-16 units. */
BOOL WINAPI WriteConsoleW(HANDLE console, const void* text, DWORD count, LPDWORD written,
                          LPVOID reserved);
#define WriteConsole OPENPERFLIB_A_OR_W(WriteConsole)

#define ENABLE_PROCESSED_INPUT 0x0001u
#define ENABLE_LINE_INPUT 0x0002u
#define ENABLE_ECHO_INPUT 0x0004u
#define ENABLE_PROCESSED_OUTPUT 0x0001u
#define ENABLE_WRAP_AT_EOL_OUTPUT 0x0002u
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004u

/* The mode of an input is line input with echo; that of an output includes escape sequences.
   ERROR_INVALID_HANDLE if it is not a terminal, which is how programs find out. */
BOOL WINAPI GetConsoleMode(HANDLE console, LPDWORD mode);
/* Has no effect on an output, and returns TRUE. ERROR_NOT_SUPPORTED for another mode of an
   input. */
BOOL WINAPI SetConsoleMode(HANDLE console, DWORD mode);

/* Always 65001. */
UINT WINAPI GetConsoleCP(void);
UINT WINAPI GetConsoleOutputCP(void); /* always 65001 */
/* TRUE for 65001, CP_ACP and CP_OEMCP. ERROR_INVALID_PARAMETER for any other code page, because
   terminals here read UTF-8. */
BOOL WINAPI SetConsoleCP(UINT code_page);
BOOL WINAPI SetConsoleOutputCP(UINT code_page); /* the same */
/* Sets the title of the terminal. Also returns TRUE if standard output is not a terminal. */
BOOL WINAPI SetConsoleTitleA(LPCSTR title);
BOOL WINAPI SetConsoleTitleW(LPCWSTR title); /* `title` in UTF-16 */
#define SetConsoleTitle OPENPERFLIB_A_OR_W(SetConsoleTitle)

#define FOREGROUND_BLUE 0x01
#define FOREGROUND_GREEN 0x02
#define FOREGROUND_RED 0x04
#define FOREGROUND_INTENSITY 0x08
#define BACKGROUND_BLUE 0x10
#define BACKGROUND_GREEN 0x20
#define BACKGROUND_RED 0x40
#define BACKGROUND_INTENSITY 0x80

/* A place on the screen; the first column and line are 0. */
typedef struct _COORD {
  SHORT X;
  SHORT Y;
} COORD, *PCOORD; /* 4 bytes */
/* Lines and columns, the last ones included. */
typedef struct _SMALL_RECT {
  SHORT Left;
  SHORT Top;
  SHORT Right;
  SHORT Bottom;
} SMALL_RECT, *PSMALL_RECT; /* 8 bytes */
/* What GetConsoleScreenBufferInfo fills in. */
typedef struct _CONSOLE_SCREEN_BUFFER_INFO {
  COORD dwSize;
  COORD dwCursorPosition; /* 0, 0: a terminal does not report it */
  WORD wAttributes;       /* as SetConsoleTextAttribute set them, at first gray on black */
  SMALL_RECT srWindow;
  COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO, *PCONSOLE_SCREEN_BUFFER_INFO; /* 22 bytes */

/* Reports the size of the terminal; the buffer is as large as the window. */
BOOL WINAPI GetConsoleScreenBufferInfo(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFO info);
/* Sets the colors of what is written next. FOREGROUND_RED | FOREGROUND_GREEN | FOREGROUND_BLUE
   selects the terminal's default colors. */
BOOL WINAPI SetConsoleTextAttribute(HANDLE console, WORD attributes);
/* Moves the cursor. */
BOOL WINAPI SetConsoleCursorPosition(HANDLE console, COORD position);

#define CTRL_C_EVENT 0
#define CTRL_BREAK_EVENT 1
#define CTRL_CLOSE_EVENT 2
#define CTRL_LOGOFF_EVENT 5
#define CTRL_SHUTDOWN_EVENT 6

/* Handles an event. TRUE: no other handler is called; after Ctrl+C and Ctrl+Break the program
   continues, after the other events it ends. */
typedef BOOL(WINAPI* PHANDLER_ROUTINE)(DWORD event);

/* Adds or removes a handler, which runs in a separate thread. CTRL_C_EVENT stands for SIGINT,
   CTRL_BREAK_EVENT for SIGQUIT, CTRL_CLOSE_EVENT for SIGHUP, CTRL_SHUTDOWN_EVENT for SIGTERM.
   The handler added last is called first; if none returns TRUE, the signal ends the process, and
   SIGHUP and SIGTERM end it in any case when the handlers have returned. If `handler` is NULL,
   Ctrl+C is ignored (`add` is TRUE) or handled again. ERROR_INVALID_PARAMETER if the handler to
   remove was not added. */
BOOL WINAPI SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add);

#ifdef __cplusplus
} /* extern "C" */
#endif
