/* The peer of `loci context` and of `loci write` in a small home: reads every file of a directory
   and prints it, then writes one, unsynced, where a second argument names it. A program without
   a journal, an index or a second reader need do no more. */

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  static char text[1 << 20];
  if (argc < 2) return 2;
  DIR* directory = opendir(argv[1]);
  if (directory == NULL) return 1;
  for (struct dirent* entry; (entry = readdir(directory)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    const int file = openat(dirfd(directory), entry->d_name, O_RDONLY | O_CLOEXEC);
    const ssize_t got = read(file, text, sizeof text);
    if (got < 0 || fwrite(text, 1, (size_t)got, stdout) != (size_t)got) return 1;
    close(file);
  }
  closedir(directory);
  if (argc < 3) return 0;
  const int file = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  return file < 0 || write(file, "a fact\n", 7) != 7;
}
