// Words that tell a sentence, a name or a dummy from a secret. Internal to guard/.

#pragma once

#include <array>
#include <string_view>

namespace loci::guard {

// What a value can be beside a secret.
inline constexpr std::array<std::string_view, 40> kWords{
    "true",     "false",    "null",     "none",    "nil",      "undefined", "string",   "str",
    "required", "optional", "password", "passwd",  "secret",   "token",     "hidden",   "masked",
    "unset",    "empty",    "default",  "unknown", "disabled", "enabled",   "admin",    "root",
    "user",     "test",     "postgres", "guest",   "pass",     "bearer",    "basic",    "oauth2",
    "sha256",   "bcrypt",   "argon2",   "md5",     "base64",   "utf8mb4",   "passw0rd", "abc123"};

// Words of which a sentence about passwords has one, and a passphrase none.
inline constexpr std::string_view kSentenceWords =
    " the your you our and for not with must are was were has have had can may will would should "
    "enter please invalid required incorrect wrong password passwords passphrase user username "
    "login new old current confirm forgot reset change changed minimum maximum least characters "
    "character letters letter digits digit numbers long length field type string value text from "
    "this that then when where which what how use used using uses set get see ask stored only also "
    "more than same different empty blank none optional default here below above file env variable "
    "vault secret secrets key keys token tokens config contain contains weak strong safe hashed "
    "encrypted plain sent send email account protected provided does doesn did dont don but any "
    "all its his her their they them too very been being some each every other into over under "
    "access auth name names host port database data app api service server client cluster example "
    "test cannot could might shall without within between before after during until while about "
    "der die das den dem des ein eine und oder nicht ist sind wird muss ihr dein mit von aus nach "
    "les des une est sont votre pour avec dans pas que qui sur par mot passe "
    "los las una por para con sin que del como debe sus "
    "per con non che nella della sono deve ";

// Names of algorithms, types and systems that have digits in them.
inline constexpr std::array<std::string_view, 34> kTechnical{
    "sha1",   "sha2", "sha3",  "sha5",  "md5",    "aes1",    "aes2",  "utf8",  "utf16",
    "uint",   "int8", "int16", "int32", "int64",  "float",   "base6", "base3", "rsa2",
    "rsa4",   "x509", "pkcs",  "argon", "scrypt", "ed25519", "ipv4",  "ipv6",  "hmac",
    "oauth2", "rfc",  "http2", "tls1",  "pbkdf2", "p256",    "x86_"};

// Values that standards and documentation give as examples.
inline constexpr std::array<std::string_view, 13> kKnownExamples{"2YotnFZFEjr1zCsicMWpAA",
                                                                 "tGzv3JOkF0XG5Qx2TlKWIA",
                                                                 "h480djs93hd8",
                                                                 "SflKxwRJSMeKKF2QT4fwpMeJf36POk6y",
                                                                 "EixZaYVK1fsbw1ZfbX3OXe",
                                                                 "QWxhZGRpbjpvcGVuIHNlc2FtZQ",
                                                                 "czZCaGRSa3F0MzpnWDFmQmF0M2JW",
                                                                 "dXNlcm5hbWU6cGFzc3dvcmQ",
                                                                 "dXNlcjpwYXNzd29yZA",
                                                                 "dXNlcjpwYXNz",
                                                                 "YWRtaW46YWRtaW4",
                                                                 "Eby8vdM02xNOcqFlqUwJPLlm",
                                                                 "C2y6yDjf5/R+ob0N8A7Cgv30"};

}  // namespace loci::guard
