#include "apps/perflib/log_output.h"

#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "apps/perflib/command_line.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

const std::map<std::string, LogFormat>& formats() {
  static const std::map<std::string, LogFormat> kFormats = {{"csv", LogFormat::csv},
                                                            {"tsv", LogFormat::tsv},
                                                            {"blg", LogFormat::blg},
                                                            {"perfrec", LogFormat::recording}};
  return kFormats;
}

// The first new series are reported: with processes that come and go there would be many every
// second.
class NamingTextSink final : public RowSink {
 public:
  NamingTextSink(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone,
                 TextLogWriteOptions options)
      : writer_(fd, std::move(shown_name), format, std::move(zone), std::move(options)) {}

  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override {
    auto begun = writer_.begin(binding, shown);
    for (const std::string& path : writer_.newcomers()) name(path);
    return begun;
  }
  std::expected<void, SourceFault> write(const Sample& sample, const Row& row) override {
    return writer_.write(sample, row);
  }
  std::expected<void, SourceFault> end() override { return writer_.end(); }

 private:
  static constexpr int kMostNamed = 5;

  void name(const std::string& path) {
    if (named_ > kMostNamed) return;
    if (named_++ < kMostNamed) {
      print_error(path, "appeared after the first row and gets no column");
    } else {
      print_error(
          "further new series are left out without a message; a .blg or .perfrec keeps all of "
          "them");
    }
  }

  TextLogWriter writer_;
  int named_ = 0;  // messages
};

}  // namespace

void add_format_option(CommandLine& line, const char* name, std::optional<LogFormat>& format,
                       const char* help) {
  const auto set = [&format](const std::string& word) {
    const auto row = formats().find(word);
    if (row == formats().end()) return word + " is not one of csv, tsv, blg and perfrec";
    format = row->second;
    return std::string();
  };
  line.add_option(name, set, help).value_name("FORMAT");
}

std::optional<LogFormat> format_of_name(const std::string& path) {
  const std::size_t point = path.rfind('.');
  if (point == std::string::npos) return std::nullopt;
  const auto row = formats().find(folded(path.substr(point + 1)));
  return row == formats().end() ? std::nullopt : std::optional(row->second);
}

std::unique_ptr<RowSink> make_text_sink(int fd, std::string shown_name, TextLogFormat format,
                                        ZoneOffset zone, TextLogWriteOptions options) {
  return std::make_unique<NamingTextSink>(fd, std::move(shown_name), format, std::move(zone),
                                          std::move(options));
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.string();
}

}  // namespace openperflib::apps
