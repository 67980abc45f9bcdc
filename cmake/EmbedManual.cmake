# Writes a source that has the documents which are manual pages too:
#   cmake -DFROM=docs -DTO=manual_documents.cc -P EmbedManual.cmake
set(rows "")
foreach(name format query remotes)
  file(READ ${FROM}/${name}.md text)
  string(APPEND rows "  if (name == \"${name}\") return R\"loci_manual(${text})loci_manual\";\n")
endforeach()
file(WRITE ${TO} "#include \"cli/manual.h\"

namespace loci::cli {

std::string_view manual_document(std::string_view name) {
${rows}  return {};
}

}  // namespace loci::cli
")
