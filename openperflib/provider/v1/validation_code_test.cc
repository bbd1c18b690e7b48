#include "openperflib/provider/v1/validation_code.h"

#include <gtest/gtest.h>

#include "openperflib/os/bytes/sha256.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

class ValidationCode : public testing::Test {
 protected:
  std::string library() const { return folder_.path() + "/disque.so"; }

  MadeFolder folder_;
  Sha256 code_ = sha256(as_bytes(std::string_view("library"))).value();
};

TEST_F(ValidationCode, SameBytes_AreTrusted) {
  folder_.write("disque.so", "library");
  EXPECT_EQ(validation_fault(library(), code_), "");
}

TEST_F(ValidationCode, ServiceWithoutCode_IsNotCompared) {
  EXPECT_EQ(validation_fault(library(), {}), "");
}

TEST_F(ValidationCode, OtherBytesAndOtherLengths_AreNotTrusted) {
  folder_.write("disque.so", "Library");
  const std::string fault =
      library() + " is not the library that was trusted; lodctr /T trusts it as it is now";
  EXPECT_EQ(validation_fault(library(), code_), fault);
  folder_.write("disque.so", "library");
  EXPECT_EQ(validation_fault(library(), Bytes(code_).first(31)), fault);
}

TEST_F(ValidationCode, MissingFile_IsNotTrusted) {
  EXPECT_EQ(validation_fault(library(), code_),
            library() +
                " cannot be compared with its Library Validation Code: No such file or "
                "directory");
}

}  // namespace
}  // namespace openperflib
