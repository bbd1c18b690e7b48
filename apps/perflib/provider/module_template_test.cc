#include "apps/perflib/provider/module_template.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace openperflib::apps {
namespace {

std::vector<std::string> names_of(const std::vector<ModuleFile>& files) {
  std::vector<std::string> names;
  for (const ModuleFile& file : files) names.push_back(file.name);
  return names;
}

const std::string& text_of(const std::vector<ModuleFile>& files, std::string_view name) {
  return std::ranges::find(files, name, &ModuleFile::name)->text;
}

TEST(ModuleTemplate, InC_HasItsFilesUnderTheirNames) {
  EXPECT_EQ(
      names_of(module_files("Mail_Queue", ModuleLanguage::c)),
      (std::vector<std::string>{"CMakeLists.txt", "README.md", "mail_queue.c", "mail_queue.h",
                                "mail_queue.ini", "mail_queue_app.c", "mail_queue_shared.h"}));
}

TEST(ModuleTemplate, InCxx_HasTheOtherModule) {
  EXPECT_EQ(names_of(module_files("Mail", ModuleLanguage::cxx)),
            (std::vector<std::string>{"CMakeLists.txt", "README.md", "mail.cc", "mail.h",
                                      "mail.ini", "mail_app.c", "mail_shared.h"}));
}

TEST(ModuleTemplate, Texts_HaveTheNameInEachSpelling) {
  const auto files = module_files("Mail", ModuleLanguage::c);
  EXPECT_NE(text_of(files, "mail.ini").find("drivername=Mail\n"), std::string::npos);
  EXPECT_NE(text_of(files, "mail.ini").find("MAIL_DEPTH_009_NAME=Depth\n"), std::string::npos);
  EXPECT_NE(text_of(files, "mail.h").find("#define MAIL_OBJECT 0\n"), std::string::npos);
  EXPECT_NE(text_of(files, "mail.c").find("OpenMail(LPWSTR"), std::string::npos);
  for (const ModuleFile& file : files) {
    EXPECT_EQ(file.text.find("isque"), std::string::npos) << file.name;
    EXPECT_EQ(file.text.find("DISQUE"), std::string::npos) << file.name;
  }
}

TEST(ModuleTemplate, Name_IsThatOfAnIdentifier) {
  EXPECT_TRUE(is_module_name("a"));
  EXPECT_TRUE(is_module_name("Mail_2"));
  EXPECT_TRUE(is_module_name(std::string(32, 'x')));
  for (const std::string& name :
       {std::string(), std::string("2x"), std::string("_x"), std::string("a b"), std::string("a/b"),
        std::string("\xC3\xA4"), std::string(33, 'x')}) {
    EXPECT_FALSE(is_module_name(name)) << name;
  }
}

}  // namespace
}  // namespace openperflib::apps
