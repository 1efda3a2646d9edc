// Reads files with libsdformat and tells the poses of their links in the world, or in their model where there is no world.
//
// Input: one path per line. Output: one JSON object per line.
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include <sdf/Console.hh>
#include <sdf/Link.hh>
#include <sdf/Model.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>
#include <sdf/sdf_config.h>

using Pose = std::decay_t<decltype(std::declval<const sdf::Model &>().RawPose())>;

#include "quoted.hh"

int main()
{
  sdf::Console::Instance()->SetQuiet(true);
  std::cout << "{\"newest\": \"" << sdf::SDF::Version() << "\"}" << std::endl;
  for (std::string path; std::getline(std::cin, path);)
  {
    sdf::Root root;
    auto errors = root.Load(path);
    std::ostringstream links;
    links.precision(17);
    std::function<void(const sdf::Model &, const Pose &, const std::string &)> visit =
        [&](const sdf::Model &model, const Pose &parent, const std::string &scope)
    {
      Pose own;
      for (const auto &error : model.SemanticPose().Resolve(own))
        errors.push_back(error);
      const auto pose = parent * own;
      const auto name = scope + model.Name();
      for (std::uint64_t i = 0; i < model.LinkCount(); ++i)
      {
        const auto *link = model.LinkByIndex(i);
        Pose inner;
        for (const auto &error : link->SemanticPose().Resolve(inner))
          errors.push_back(error);
        const auto at = pose * inner;
        links << (links.str().empty() ? "" : ", ") << Quoted(name + "::" + link->Name()) << ": [" << at.Pos().X()
              << ", " << at.Pos().Y() << ", " << at.Pos().Z() << ", " << at.Rot().W() << ", " << at.Rot().X() << ", "
              << at.Rot().Y() << ", " << at.Rot().Z() << "]";
      }
      for (std::uint64_t i = 0; i < model.ModelCount(); ++i)
        visit(*model.ModelByIndex(i), pose, name + "::");
    };
    if (errors.empty())
    {
      if (root.Model())
        visit(*root.Model(), Pose::Zero, "");
      for (std::uint64_t i = 0; i < root.WorldCount(); ++i)
        for (std::uint64_t j = 0; j < root.WorldByIndex(i)->ModelCount(); ++j)
          visit(*root.WorldByIndex(i)->ModelByIndex(j), Pose::Zero, "");
    }
    std::cout << "{\"error\": " << (errors.empty() ? "null" : Quoted(errors[0].Message())) << ", \"links\": {"
              << links.str() << "}}" << std::endl;
  }
  return 0;
}
