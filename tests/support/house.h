// A home and a workspace in memory, and somebody who works in them.

#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/environment.h"
#include "base/log.h"
#include "memory/change.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/reading.h"
#include "memory/scopes.h"
#include "memory/session.h"
#include "memory/writing.h"
#include "store/workspace.h"
#include "support/memory_file_system.h"

namespace loci {

inline const std::string kHome = "/home/u/.loci";
inline const std::string kGlobal = kHome + "/memory/";
inline const std::string kPrivate = kHome + "/projects/app-59a4a65d/memory/";
inline const std::string kShared = "/home/u/app/.loci/memory/";

inline std::string note_file(std::string_view name, std::string_view body,
                             std::string_view type = "user") {
  return fmt::format("---\nname: {}\ntype: {}\n---\n\n{}\n", name, type, body);
}

inline Environment variable(std::string name, std::string value) {
  std::map<std::string, std::string, std::less<>> values;
  values.emplace(std::move(name), std::move(value));
  return Environment(std::move(values));
}

class House : public ::testing::Test {
 protected:
  House() {
    files.put_directory("/home/u/app/.git");
    enter();
  }

  // A new process, in the workspace as it is now.
  void enter(const std::string& agent = "", bool ephemeral = false,
             const std::string& workspace = "/home/u/app") {
    memory.reset();
    memory::Session session;
    session.workspace = *store::find_workspace(files, workspace, {kHome, "/home/u"});
    session.agent = agent;
    session.ephemeral = ephemeral;
    session.user_home = "/home/u";
    config.emplace(*memory::Config::load(files, kHome, environment));
    store = *store::Store::open(files, clock, log, kHome);
    memory = std::make_unique<memory::Memory>(*store, *config, log, session);
  }

  Result<memory::ChangeReply> write(const std::string& file, const std::string& type,
                                    const std::string& content,
                                    const memory::Selector& selector = {}) {
    memory::WriteRequest request;
    request.file = file;
    if (!type.empty()) request.type = type;
    request.description = "about " + file;
    request.content = content;
    request.selector = selector;
    return memory::write(*memory, request);
  }
  Result<memory::ChangeReply> rewrite(const std::string& file, const std::string& content) {
    memory::WriteRequest request;
    request.file = file;
    request.content = content;
    return memory::write(*memory, request);
  }
  Result<memory::ChangeReply> remember(const std::string& title, const std::string& content,
                                       std::optional<std::string> type = std::nullopt) {
    memory::RememberRequest request;
    request.title = title;
    request.content = content;
    request.type = std::move(type);
    return memory::remember(*memory, request);
  }
  // The names of a list, in its order.
  std::vector<std::string> names(const memory::ListRequest& request = {}) {
    std::vector<std::string> result;
    const auto notes = memory::list(*memory, request);
    if (!notes) return {notes.error().message};
    for (const memory::NoteInfo& note : *notes) result.push_back(note.file);
    return result;
  }
  std::string body(const std::string& name, const memory::Selector& selector = {}) {
    const auto note = memory::read(*memory, {name, selector, std::nullopt, false});
    if (!note) return note.error().message;
    return note::parse_note(note->text).body;
  }

  fs::MemoryFileSystem files;
  FixedClock clock{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log;
  Environment environment;
  std::optional<memory::Config> config;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<memory::Memory> memory;
};

inline ErrorKind kind_of(const auto& result) {
  return result ? ErrorKind::Internal : result.error().kind;
}
inline std::string message_of(const auto& result) { return result ? "" : result.error().message; }
inline std::string hint_of(const auto& result) { return result ? "" : result.error().hint; }

}  // namespace loci
