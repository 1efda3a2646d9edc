// Reads files with libsdformat and answers with all that it has of them, as SDFormat: of a robot (URDF) what its converter makes.
//
// Input: one path per line. Output: one JSON object per line, with "text" null where it has errors.
#include <iostream>
#include <string>

#include <sdf/Console.hh>
#include <sdf/Root.hh>
#include <sdf/parser.hh>
#include <sdf/sdf.hh>

#include "quoted.hh"

int main()
{
  sdf::Console::Instance()->SetQuiet(true);
  for (std::string path; std::getline(std::cin, path);)
  {
    sdf::SDFPtr made(new sdf::SDF());
    sdf::init(made);
    sdf::Errors errors;
    const bool is_read = sdf::readFile(path, made, errors) && made->Root() != nullptr;
    sdf::Root root;
    for (const auto &error : root.Load(path))
      errors.push_back(error);
    const bool is_sound = is_read && errors.empty();
    std::cout << "{\"text\": " << (is_sound ? Quoted(made->ToString()) : "null") << ", \"error\": "
              << (errors.empty() ? "null" : Quoted(errors.front().Message())) << "}" << std::endl;
  }
  return 0;
}
