/* <winsock2.h>, which programs include before <windows.h>. It has no sockets: those of
   <sys/socket.h> are there. */
#pragma once

#include "openperflib/compat/windows/include/windows.h"
