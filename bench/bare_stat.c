/* The least a sweep can cost: starts, and stats every file of a directory. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

int main(int count, char** words) {
  DIR* directory = count == 2 ? opendir(words[1]) : 0;
  struct dirent* entry;
  struct stat found;
  long long bytes = 0;
  if (!directory) return 2;
  while ((entry = readdir(directory)) != 0) {
    if (fstatat(dirfd(directory), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) == 0) {
      bytes += found.st_size;
    }
  }
  return bytes == 0;
}
