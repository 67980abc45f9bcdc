# Writes a source with a digest of sources, so that what a program found out by other rules is
# known as such:
#   cmake -DFROM=src -DTO=rules_digest.cc -P RulesDigest.cmake
file(GLOB files ${FROM}/base/*.h ${FROM}/base/*.cc ${FROM}/note/*.h ${FROM}/note/*.cc
  ${FROM}/guard/*.h ${FROM}/guard/*.cc)
foreach(name note_facts facts_file check_rules phrases)
  list(APPEND files ${FROM}/upkeep/${name}.h ${FROM}/upkeep/${name}.cc)
endforeach()
list(SORT files)
set(all "")
foreach(file IN LISTS files)
  file(SHA256 ${file} digest)
  string(APPEND all "${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 16 digest)
file(WRITE ${TO} "#include \"upkeep/facts_file.h\"

namespace loci::upkeep {

std::string_view rules_digest() { return \"${digest}\"; }

}  // namespace loci::upkeep
")
