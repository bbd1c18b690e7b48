#include "apps/perflib/log_output.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "apps/perflib/command_line.h"
#include "openperflib/log/log_format_name.h"

namespace openperflib::apps {
namespace {

// A text log that names on stderr what gets no column.
class NamingTextSink final : public RowSink {
 public:
  NamingTextSink(int fd, std::string shown_name, TextLogFormat format, ZoneOffset zone,
                 TextLogWriteOptions options)
      : writer_(fd, std::move(shown_name), format, std::move(zone), std::move(options)) {}

  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override {
    auto begun = writer_.begin(binding, shown);
    left_out_.report(writer_.without_column());
    return begun;
  }
  std::expected<void, SourceFault> write(const Sample& sample, const Row& row) override {
    return writer_.write(sample, row);
  }
  std::expected<void, SourceFault> end() override { return writer_.end(); }

 private:
  TextLogWriter writer_;
  SeriesWithoutColumn left_out_;
};

}  // namespace

void SeriesWithoutColumn::report(std::span<const std::string> paths) {
  constexpr int kMostNamed = 5;
  for (const std::string& path : paths) {
    if (named_ > kMostNamed) return;
    if (named_++ < kMostNamed) {
      print_error(path, "appeared after the first row and gets no column");
    } else {
      print_error(
          "further new series are left out without a message; a .blg or .perfrec keeps all of "
          "them");
    }
  }
}

void add_format_option(CommandLine& line, const char* name, std::optional<LogFormat>& format,
                       const char* help) {
  const auto set = [&format](const std::string& word) {
    format = format_of_extension(word);
    return format.has_value() ? std::string() : word + " is not one of csv, tsv, blg and perfrec";
  };
  line.add_option(name, set, help).value_name("FORMAT");
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
