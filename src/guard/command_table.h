// Commands that take a secret without naming it. Internal to guard/.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace loci::guard {

enum class Where : std::uint8_t {
  Argument,  // behind the words, after so many others; flags are not counted
  Quoted,    // the same, in quotes
  Anywhere,  // one of the arguments, perhaps
  Piped,     // what `echo` says before "|"
  Called,    // the last text in quotes of a call: jwt.encode(claims, "…")
};
struct Command {
  std::string_view words;
  Where where = Where::Argument;
  std::uint8_t skipped = 0;
};

inline constexpr std::array kCommands{
    // Accounts
    Command{"net use", Where::Anywhere},
    Command{"net user", Where::Argument, 1},
    Command{"rabbitmqctl add_user", Where::Argument, 1},
    Command{"rabbitmqctl change_password", Where::Argument, 1},
    Command{"htpasswd", Where::Anywhere},
    Command{"chpasswd", Where::Piped},
    Command{"passwd --stdin", Where::Piped},
    Command{"sudo -S", Where::Piped},
    Command{"kinit", Where::Piped},
    Command{"mosquitto_passwd", Where::Argument, 2},
    Command{"wpa_passphrase", Where::Argument, 1},
    Command{"rclone config create", Where::Anywhere},
    Command{"reset-admin-password"},
    Command{"set-initial-password"},
    Command{"mc alias set", Where::Argument, 3},
    Command{"ConvertTo-SecureString"},
    Command{"add-authtoken"},
    Command{"ngrok authtoken"},
    Command{"NickServ IDENTIFY"},
    Command{"NickServ identify"},
    Command{"snyk auth"},
    Command{"wandb login"},
    Command{"user-secrets set", Where::Argument, 1},
    // Settings
    Command{"requirepass"},
    Command{"masterauth"},
    Command{"bindpw"},
    Command{"rootpw"},
    Command{"snmp-server community"},
    Command{"rocommunity"},
    Command{"rwcommunity"},
    Command{"com2sec", Where::Argument, 2},
    Command{"createUser", Where::Argument, 2},
    Command{"tacacs-server key"},
    Command{"radius-server key"},
    Command{"enable password"},
    Command{"enable secret"},
    Command{"password 0"},
    Command{"password 7"},
    Command{"secret 0"},
    Command{"pre-shared-key"},
    Command{"pre-shared-key ascii-text"},
    Command{"snmp-server host", Where::Argument, 3},
    Command{"set snmp community"},
    Command{"message-digest-key", Where::Argument, 2},
    Command{"crypto isakmp key"},
    Command{"plain-text-password-value"},
    Command{"auth-user-pass inline:", Where::Argument, 1},
    Command{"wpa-psk"},
    Command{"PSK", Where::Quoted},
    // Calls
    Command{"jwt.encode(", Where::Called},
    Command{"jwt.sign(", Where::Called},
    Command{"jwt.decode(", Where::Called},
    Command{"jwt.verify(", Where::Called},
    Command{"createHmac(", Where::Called},
    Command{"hmac.new(", Where::Called},
    Command{"CryptoJS.AES.encrypt(", Where::Called},
};

// "-p VALUE" and the like, for the commands that mean a secret by it.
struct Flag {
  char letter;
  bool login;  // "user:password", or what `mark` puts between
  char mark;
  std::string_view commands;  // with blanks between them, as they stand before it on the line
};
inline constexpr std::array kFlags{
    Flag{'p', false, 0,
         "mysql sshpass login mariadb mongo 7z zip psexec useradd usermod cqlsh influx "
         "netexec nxc crackmapexec evil-winrm smbmap lftp plink rdesktop twine unrar"},
    Flag{'P', false, 0, "sqlcmd isql bcp zip ipmitool mosquitto tsql"},
    Flag{'a', false, 0, "redis-cli valkey-cli"},
    Flag{'a', true, ':', "http https xh"},
    Flag{'u', true, ':', "curl wget http"},
    Flag{'u', true, ',', "lftp"},
    Flag{'U', true, '%', "smbclient rpcclient smbget winexe"},
    Flag{'A', true, ':', "ab"},
    Flag{'w', false, 0, "ldap kadmin"},
    Flag{'k', false, 0, "openssl"},
    Flag{'c', false, 0, "snmp"},
    Flag{'A', false, 0, "snmp"},
    Flag{'X', false, 0, "snmp"},
};

}  // namespace loci::guard
