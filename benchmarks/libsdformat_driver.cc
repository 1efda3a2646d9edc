// Reads files with libsdformat and times itself; speaks what worker.py speaks.
//
// Input: one JSON object per line with "path" (without quotes or backslashes in it) and "seconds".
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <sdf/Console.hh>
#include <sdf/Root.hh>
#include <sdf/sdf_config.h>

using Clock = std::chrono::steady_clock;

static double SecondsSince(Clock::time_point start)
{
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The text or number that follows a key; empty where there is none.
static std::string ValueOf(const std::string &line, const std::string &key)
{
  auto at = line.find("\"" + key + "\":");
  if (at == std::string::npos)
    return "";
  at = line.find_first_not_of(' ', at + key.size() + 3);
  if (line[at] == '"')
    return line.substr(at + 1, line.find('"', at + 1) - at - 1);
  return line.substr(at, line.find_first_of(",}", at) - at);
}

static long KilobytesOf(const std::string &key)
{
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
  {
    if (line.rfind(key, 0) == 0)
      return std::stol(line.substr(key.size() + 1));
  }
  return 0;
}

int main()
{
  sdf::Console::Instance()->SetQuiet(true);
  std::cout << "{\"version\": \"" << SDF_VERSION_FULL << "\"}" << std::endl;
  for (std::string line; std::getline(std::cin, line);)
  {
    const std::string path = ValueOf(line, "path");
    const std::string wanted = ValueOf(line, "seconds");
    const double seconds = wanted.empty() ? 0.0 : std::stod(wanted);
    std::vector<double> times;
    bool clean = true;
    long rss = 0;
    const auto begin = Clock::now();
    do
    {
      sdf::Root root;
      const auto start = Clock::now();
      const auto errors = root.Load(path);
      times.push_back(SecondsSince(start));
      clean = errors.empty();
      rss = KilobytesOf("VmRSS");
    } while (SecondsSince(begin) < seconds && times.size() < 40);
    std::cout << "{\"status\": \"" << (clean ? "read" : "rejected") << "\", \"times\": [";
    for (std::size_t i = 0; i < times.size(); ++i)
      std::cout << (i ? ", " : "") << times[i];
    std::cout << "], \"peak\": " << KilobytesOf("VmHWM") * 1024 << ", \"rss\": " << rss * 1024 << "}" << std::endl;
  }
  return 0;
}
