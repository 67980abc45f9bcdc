// The names and marks of those who speak in a recorded conversation. Internal to guard/.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace loci::guard {

inline constexpr std::size_t kNoPlace = std::string_view::npos;
inline constexpr std::size_t kLongestSpeaker = 36;

enum class Speaker : std::uint8_t { None, User, Model, System };

// In small letters; a name of another script as it is written.
inline constexpr std::array<std::string_view, 42> kUsers{
    "nutzer",     "anwender",     "user",        "human",       "me",           "you said",
    "prompt",     "benutzer",     "utilisateur", "usuario",     "utente",       "you",
    "用户",       "пользователь", "ユーザー",    "usuário",     "Пользователь", "gebruiker",
    "사용자",     "用戶",         "uživatel",    "customer",    "kunde",        "cliente",
    "client",     "användare",    "käyttäjä",    "bruger",      "bruker",       "kullanıcı",
    "użytkownik", "korisnik",     "người dùng",  "pengguna",    "المستخدم",     "उपयोगकर्ता",
    "משתמש",      "χρήστης",      "utilizator",  "felhasználó", "usuari",       "人类"};
inline constexpr std::array<std::string_view, 48> kModels{
    "assistant",   "ai",          "claude",      "chatgpt",      "chatgpt said", "gpt",
    "bot",         "copilot",     "gemini",      "assistent",    "asistente",    "agent",
    "assistente",  "助手",        "ассистент",   "アシスタント", "Ассистент",    "assistant said",
    "claude said", "gemini said", "ki",          "codex",        "어시스턴트",   "assistent ai",
    "llm",         "cursor",      "grok",        "llama",        "mistral",      "deepseek",
    "qwen",        "perplexity",  "aider",       "cline",        "devin",        "kimi",
    "asystent",    "asistan",     "assistentti", "助理",         "помощник",     "trợ lý",
    "asisten",     "المساعد",     "עוזר",        "βοηθός",       "asszisztens",  "सहायक"};
inline constexpr std::array<std::string_view, 16> kSystems{"system",
                                                           "system message",
                                                           "system note",
                                                           "developer message",
                                                           "system override",
                                                           "admin override",
                                                           "developer override",
                                                           "system command",
                                                           "system instruction",
                                                           "system instructions",
                                                           "system prompt",
                                                           "system alert",
                                                           "admin note",
                                                           "moderator note",
                                                           "assistant notice",
                                                           "developer"};

// Whom a line behind "System:" speaks to or of, where it is no list of what a machine has.
inline constexpr std::array<std::string_view, 10> kAddressed{
    "you",   "your",      "assistant", "obey",  "comply",
    "rails", "jailbreak", "override",  "rules", "must"};

// What agents in terminals draw: a dot before what they say and call, a corner before what came
// of it, one of them a star.
inline constexpr std::array<std::string_view, 4> kSessionDots{"●", "⏺", "✦", "• Ran "};
inline constexpr std::string_view kSessionCorner = "⎿";
inline constexpr std::string_view kSessionSpark = "✦ ";

}  // namespace loci::guard
