#include "base/error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace loci::error_test {
namespace {

// rule: C8
TEST(ErrorInfo, MapsEveryKindOnce) {
  struct Expected {
    ErrorKind kind;
    const char* code;
    int exit;
    int http;
    int rpc;
  };
  for (const Expected& row : {Expected{ErrorKind::InvalidInput, "invalid_input", 2, 400, -32602},
                              {ErrorKind::NotFound, "not_found", 3, 404, -32010},
                              {ErrorKind::Conflict, "conflict", 4, 409, -32011},
                              {ErrorKind::Denied, "denied", 5, 403, -32012},
                              {ErrorKind::Locked, "locked", 6, 423, -32013},
                              {ErrorKind::Corrupt, "corrupt", 7, 500, -32014},
                              {ErrorKind::Io, "io", 8, 500, -32015},
                              {ErrorKind::Internal, "internal", 70, 500, -32603}}) {
    const ErrorInfo& info = error_info(row.kind);
    EXPECT_EQ(info.kind, row.kind);
    EXPECT_EQ(info.code, row.code);
    EXPECT_EQ(info.exit_status, row.exit);
    EXPECT_EQ(info.http_status, row.http);
    EXPECT_EQ(info.rpc_code, row.rpc);
  }
}

// rule: W4
TEST(SystemError, SaysWhatHappenedAndWhatToDo) {
  const Error full = system_error(ENOSPC, "write", "/h/a");
  EXPECT_EQ(full.kind, ErrorKind::Io);
  EXPECT_EQ(full.message, "cannot write '/h/a': No space left on device");
  EXPECT_NE(full.hint, "");
  EXPECT_EQ(full.system_number, ENOSPC);
  EXPECT_EQ(denied("not yours").system_number, 0);
  EXPECT_EQ(system_error(ENOENT, "read", "x").kind, ErrorKind::NotFound);
  EXPECT_EQ(system_error(EEXIST, "read", "x").kind, ErrorKind::Conflict);
  EXPECT_EQ(system_error(EACCES, "read", "x").kind, ErrorKind::Denied);
  EXPECT_EQ(system_error(ELOOP, "read", "x").kind, ErrorKind::Denied);
  EXPECT_EQ(system_error(EROFS, "write", "x").kind, ErrorKind::Denied);
  EXPECT_EQ(system_error(ENAMETOOLONG, "write", "x").kind, ErrorKind::InvalidInput);
  EXPECT_EQ(system_error(EIO, "read", "x").kind, ErrorKind::Io);
}

TEST(Error, IsMadeByItsKind) {
  EXPECT_EQ(invalid_input("m", "h").kind, ErrorKind::InvalidInput);
  EXPECT_EQ(not_found("m").kind, ErrorKind::NotFound);
  EXPECT_EQ(conflict("m").kind, ErrorKind::Conflict);
  EXPECT_EQ(denied("m").kind, ErrorKind::Denied);
  EXPECT_EQ(locked("m").kind, ErrorKind::Locked);
  EXPECT_EQ(corrupt("m").kind, ErrorKind::Corrupt);
  EXPECT_EQ(io_error("m").kind, ErrorKind::Io);
  EXPECT_EQ(internal_error("m").kind, ErrorKind::Internal);
  EXPECT_EQ(invalid_input("m", "h").hint, "h");
}

}  // namespace
}  // namespace loci::error_test
