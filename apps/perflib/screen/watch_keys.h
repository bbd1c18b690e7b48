// Turns the bytes of a terminal into keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace openperflib::apps {

enum class KeyKind : std::uint8_t {
  text,
  up,
  down,
  left,
  right,
  shift_left,
  shift_right,
  page_up,
  page_down,
  home,
  end,
  enter,
  tab,
  escape,
  backspace,
  remove,
  insert,
  back_tab
};

struct Key {
  KeyKind kind = KeyKind::text;
  std::string text;  // of kind text: one character, UTF-8
  bool operator==(const Key&) const = default;
};

// View of the bytes of one read. Unknown sequences are skipped.
class KeyReader {
 public:
  explicit KeyReader(std::string_view bytes) noexcept : rest_(bytes) {}
  // The next key; nullopt at the end.
  [[nodiscard]] std::optional<Key> next();

 private:
  [[nodiscard]] std::optional<Key> escape_sequence();
  std::string_view rest_;
};

// Removes the last character of UTF-8 text.
void erase_last_character(std::string& text);

}  // namespace openperflib::apps
