#include "apps/logman/collector/unit_text.h"

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <iterator>

#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

// The place of a text in a unit: only in the arguments of a program does a $ have a meaning.
enum class Place : std::uint8_t { word, elsewhere };

struct Replacement {
  char character;
  std::string_view text;
};

constexpr auto kReplacements = std::to_array<Replacement>(
    {{'\\', "\\\\"}, {'"', "\\\""}, {'%', "%%"}, {'\n', "\\n"}, {'\t', "\\t"}});

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

void append_quoted(std::string& out, char c, Place place) {
  for (const Replacement& one : kReplacements) {
    if (one.character == c) {
      out += one.text;
      return;
    }
  }
  if (is_control(c)) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(c));
  } else {
    out += c;
    if (c == '$' && place == Place::word) out += c;
  }
}

// One word, whatever its contents.
std::string quoted(std::string_view text, Place place) {
  std::string out = "\"";
  for (const char c : text) append_quoted(out, c, place);
  return out + '"';
}

// A description is not a list of words: only % and line ends have a meaning there.
std::string described(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) out.append(c == '%' ? 2 : 1, c);
  return out;
}

bool stands_as_it_is(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' ||
         c == '_' || c == '.';
}

}  // namespace

std::string unit_name(std::string_view collection) {
  std::string name = "openperflib-";
  for (const char c : folded(collection)) {
    if (stands_as_it_is(c)) {
      name += c;
    } else {
      fmt::format_to(std::back_inserter(name), "\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return name + ".service";
}

// start returns when the first sample is written, and leaves one process running: what systemd
// calls forking. A collector that ends by itself, or by stop, ends with 0. One that cannot start is
// tried a few times and then left.
std::string unit_text(const UnitFacts& facts) {
  return fmt::format(
      "[Unit]\n"
      "Description=Counter collection \"{}\"\n"
      "Documentation=man:logman(1)\n"
      "StartLimitIntervalSec=600\n"
      "StartLimitBurst=5\n"
      "\n"
      "[Service]\n"
      "Type=forking\n"
      "Environment={}\n"
      "ExecStart={} start -n {}\n"
      "Restart=on-failure\n"
      "RestartSec=30\n"
      "\n"
      "[Install]\n"
      "WantedBy=default.target\n",
      described(facts.collection), quoted("XDG_STATE_HOME=" + facts.state_home, Place::elsewhere),
      quoted(facts.program, Place::elsewhere), quoted(facts.collection, Place::word));
}

}  // namespace openperflib::logman
