/* The second file, as C or C++: the symbols before the code, which is included twice. */
/* clang-format off */
#include "symbols.h"
#include "code.h"
#include "code.h"
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif
HANDLE handle_of_second(void);
const GUID* guid_of_second(void);
#ifdef __cplusplus
}
#endif

HANDLE handle_of_second(void) { return MyMillProvider; }
const GUID* guid_of_second(void) { return &MyMillStonesGuid; }
