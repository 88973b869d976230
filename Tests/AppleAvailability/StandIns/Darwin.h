// What the sources use of Apple's C library, declared as in Apple's headers, which say where a pointer may be null. Darwin.swift
// has what Swift cannot import.
#pragma once
#include <stdarg.h>
#include <stddef.h>

typedef unsigned short mode_t;
typedef unsigned int clockid_t, nfds_t, sigset_t;
typedef unsigned long long ino_t;
typedef long long off_t;
typedef long ssize_t, time_t;
typedef int dev_t, pid_t, sig_atomic_t;

#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EINVAL 22
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ELOOP 62

#define O_RDONLY 0x0
#define O_WRONLY 0x1
#define O_NONBLOCK 0x4
#define O_APPEND 0x8
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define AT_SYMLINK_NOFOLLOW 0x20
#define F_OK 0
#define F_GETFD 1
#define SEEK_CUR 1
#define SEEK_END 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
int access(const char *, int);
int close(int);
int fchmod(int, mode_t);
int fsync(int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
int isatty(int);
off_t lseek(int, off_t, int);
int mkdir(const char *, mode_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *, char *, size_t);
int rename(const char *, const char *);
int unlink(const char *);
ssize_t write(int, const void *, size_t);

typedef struct { int id; } FILE;
int fclose(FILE *);
int fileno(FILE *);
int fflush(FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
FILE *tmpfile(void);

struct timespec { time_t tv_sec; long tv_nsec; };
time_t time(time_t *);
#define CLOCK_MONOTONIC ((clockid_t)6)
int clock_gettime(clockid_t, struct timespec *);

#define S_IFMT ((mode_t)0170000)
#define S_IFIFO ((mode_t)0010000)
#define S_IFDIR ((mode_t)0040000)
#define S_IFREG ((mode_t)0100000)
#define S_IFLNK ((mode_t)0120000)
#define S_IFSOCK ((mode_t)0140000)
struct stat { dev_t st_dev; mode_t st_mode; ino_t st_ino; off_t st_size; };
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int lstat(const char *, struct stat *);
int stat(const char *, struct stat *);

typedef struct { int id; } DIR;
struct dirent { ino_t d_ino; unsigned short d_namlen; unsigned char d_type; char d_name[1024]; };
int closedir(DIR *);
DIR *opendir(const char *);
struct dirent *readdir(DIR *);

#define POLLIN 0x1
#define POLLOUT 0x4
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *, nfds_t, int);

#define TIOCGWINSZ 0x40087468UL
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

#define SIGHUP 1
#define SIGINT 2
#define SIGPIPE 13
#define SIGTERM 15
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
int sigaddset(sigset_t *, int);
int sigemptyset(sigset_t *);
int sigismember(const sigset_t *, int);
int sigpending(sigset_t *);
void (*_Nullable signal(int, void (*_Nullable)(int)))(int);

typedef struct _opaque_pthread_t *pthread_t;
struct _opaque_pthread_t { long sig; };
typedef struct { long sig; } pthread_attr_t;
typedef struct { long sig; } pthread_cond_t;
typedef struct { long sig; } pthread_condattr_t;
typedef struct { long sig; } pthread_mutex_t;
typedef struct { long sig; } pthread_mutexattr_t;
int pthread_attr_destroy(pthread_attr_t *_Nonnull);
int pthread_attr_init(pthread_attr_t *_Nonnull);
int pthread_attr_setstacksize(pthread_attr_t *_Nonnull, size_t);
int pthread_cond_broadcast(pthread_cond_t *_Nonnull);
int pthread_cond_destroy(pthread_cond_t *_Nonnull);
int pthread_cond_init(pthread_cond_t *_Nonnull, const pthread_condattr_t *_Nullable);
int pthread_cond_wait(pthread_cond_t *_Nonnull, pthread_mutex_t *_Nonnull);
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_main_np(void);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull);
int pthread_mutex_init(pthread_mutex_t *_Nonnull, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull);
pthread_t _Nonnull pthread_self(void);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);

#define _SC_NPROCESSORS_ONLN 58
char ***_NSGetEnviron(void);
void exit(int) __attribute__((noreturn));
char *getenv(const char *);
pid_t getpid(void);
long sysconf(int);

void *_Nullable dlsym(void *_Nullable, const char *_Nonnull);
void free(void *_Nullable);
void *memchr(const void *, int, size_t);
char *strerror(int);
size_t strlen(const char *);
