// Converts robots with libsdformat and times itself.
//
// Arguments: a URDF and the SDFormat file to write. Output: seconds.
#include <chrono>
#include <fstream>
#include <iostream>

#include <sdf/Console.hh>
#include <sdf/parser.hh>
#include <sdf/sdf.hh>

int main(int argc, char **argv)
{
  if (argc != 3)
    return 2;
  sdf::Console::Instance()->SetQuiet(true);
  const auto start = std::chrono::steady_clock::now();
  sdf::SDFPtr made(new sdf::SDF());
  sdf::Errors errors;
  sdf::init(made);
  if (!sdf::readFile(argv[1], made, errors) || made->Root() == nullptr)
    return 1;
  const std::string text = made->ToString();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::ofstream(argv[2]) << text;
  std::cout << taken.count() << std::endl;
  return 0;
}
