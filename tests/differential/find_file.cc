// Looks URIs up as libsdformat does those of includes: one in a line, answered by the path that was found.
#include <iostream>
#include <string>

#include <sdf/Console.hh>
#include <sdf/SDFImpl.hh>

int main()
{
  sdf::Console::Instance()->SetQuiet(true);
  for (std::string uri; std::getline(std::cin, uri);)
    std::cout << sdf::findFile(uri, true, false) << std::endl;
}
