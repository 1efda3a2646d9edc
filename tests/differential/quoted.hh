// A text of libsdformat's as JSON; control characters but line ends are blanks.
#pragma once

#include <string>

inline std::string Quoted(const std::string &text)
{
  std::string quoted = "\"";
  for (const char c : text)
  {
    if (c == '\n')
    {
      quoted += "\\n";
      continue;
    }
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return quoted + "\"";
}
