/* UNDER_THREAD_SANITIZER: the program is compiled with ThreadSanitizer. */
#pragma once

#if defined(__SANITIZE_THREAD__)
#define UNDER_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UNDER_THREAD_SANITIZER
#endif
#endif
