// Prints what libsdformat makes of URDF files: a path in each line in, JSON in each line out.
#include <iostream>
#include <sstream>
#include <string>

#include <sdf/sdf.hh>

#include "../quoted.hh"

int main()
{
  std::string path;
  while (std::getline(std::cin, path))
  {
    std::ostringstream said;
    auto *before = std::cerr.rdbuf(said.rdbuf());
    sdf::Root root;
    auto errors = root.Load(path);
    std::cerr.rdbuf(before);
    std::string told;
    for (const auto &error : errors)
      told += error.Message() + " ";
    auto element = root.Element();
    if (!errors.empty() || !element)
      std::cout << "{\"status\": \"error\", \"error\": " << Quoted(told.substr(0, 300)) << "}" << std::endl;
    else
      std::cout << "{\"status\": \"ok\", \"warnings\": [], \"all\": " << Quoted(element->ToString("")) << "}" << std::endl;
  }
}
