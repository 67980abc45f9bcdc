// Where loci runs, as far as other tools' files are concerned. Nothing here touches
// a file.

#pragma once

#include <string>

#include "base/environment.h"

namespace loci::exchange {

struct Surroundings {
  std::string user_home;
  std::string workspace;  // "" = none
  std::string program;    // the absolute path of this binary, for the user's own settings
  Environment environment;
  std::string loci_home = {};       // where it is not the usual place, else ""
  std::string private_memory = {};  // the directory of the workspace's private notes
};

}  // namespace loci::exchange
