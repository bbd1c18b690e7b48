#include "openperflib/compat/windows/entry.h"

#include <string>
#include <vector>

#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

// The arguments or the environment in UTF-16, ended by a NULL; the program may write to them.
class WideTexts {
 public:
  explicit WideTexts(char** texts) {
    for (; texts != nullptr && *texts != nullptr; ++texts) kept_.push_back(utf16_from_utf8(*texts));
    for (std::u16string& text : kept_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  WCHAR** pointers() { return pointers_.data(); }

 private:
  std::vector<std::u16string> kept_;
  std::vector<WCHAR*> pointers_;
};

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

// The wmain of a C program has WCHAR of another type with the same layout, which the check of
// function types would refuse.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
int openperflib_run_wide_main(int count, char** arguments, char** environment,
                              openperflib_wide_main wide_main) {
  WideTexts wide_arguments(arguments);
  WideTexts wide_environment(environment);
  return wide_main(count, wide_arguments.pointers(), wide_environment.pointers());
}
