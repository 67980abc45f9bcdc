// Which repository a URL means to git: the host that git really contacts, and the
// path there, in one spelling. Pure.

#pragma once

#include <string>
#include <string_view>

namespace loci::store {

struct Remote {
  // One spelling for the many ways to write a remote: scheme, user, password, the
  // scheme's own port, ".git" and trailing slashes go, the host is in lower case.
  // "git@github.com:Owner/repo.git" and "https://github.com/Owner/repo" both give
  // "github.com/Owner/repo". Below the home of an account other than `git`, the
  // account stays: "ann@host/repo". A directory gives "file:/srv/git/app".
  // "" where git contacts nobody, or where two readers might see two hosts.
  std::string identity;
  // Of a directory: its absolute path as written, with any ".." still in it.
  std::string path;
};

// `base` is the directory that a relative path starts from.
[[nodiscard]] Remote parse_remote(std::string_view url, std::string_view base);

}  // namespace loci::store
