#include "cli/run.h"

int main(int argc, char** argv) { return loci::cli::run(argc, argv); }
