/*
 * contextc: a deterministic context compiler for LLM agents, called from C.
 *
 * One function does the work. contextc_call takes the name of a method and a
 * request in JSON, and gives the answer in JSON: the same bytes that Python,
 * the command line and every other door of contextc give for that request.
 * Methods, requests and answers are described in WIRE.md of contextc. The
 * method "echo" gives back what it was sent, to try a new binding with.
 *
 *
 * EXAMPLE
 *
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     #include "contextc.h"
 *
 *     int main(void)
 *     {
 *         const char *request =
 *             "{\"query\": \"why did the deploy fail?\", \"token_budget\": 50, \"fragments\": ["
 *             "{\"content\": \"Never deploy on Friday.\"},"
 *             "{\"content\": \"deploy failed: port 8080 is taken\\n\"}]}";
 *         char *answer;
 *         size_t length;
 *         int code = contextc_call("compile", request, strlen(request), &answer, &length);
 *
 *         if (code == CONTEXTC_RESULT) {
 *             fwrite(answer, 1, length, stdout);
 *             putchar('\n');
 *         } else {
 *             fprintf(stderr, "contextc: code %d: %s\n", code, answer ? answer : "no answer");
 *         }
 *         contextc_free(answer);
 *         return code == CONTEXTC_RESULT ? 0 : 1;
 *     }
 *
 *     cc main.c $(PKG_CONFIG_PATH=DIR pkg-config --cflags --libs contextc)
 *
 * where DIR is the folder that `python -m contextc_cabi build --out DIR` wrote
 * the library, this header and contextc.pc to. DIR can be moved as a whole.
 *
 *
 * RETURN CODES, and what stands in *out afterwards
 *
 *      1  CONTEXTC_RESULT        the result object of the method
 *      2  CONTEXTC_ERROR         {"error": {"code", "category", "path", "message", "data"}}:
 *                                the request was refused, and why
 *     -1  CONTEXTC_NO_MEMORY     NULL
 *     -2  CONTEXTC_BAD_ARGUMENT  NULL: method, out or outlen is NULL, or json is NULL
 *                                with len above 0, or len is above half the address space
 *     -3  CONTEXTC_NO_PYTHON     an error document of code "internal" whose message says
 *                                why Python did not start and what to do about it;
 *                                NULL when there was no memory for it
 *
 * 0 is never returned, so that what was never called is not taken for success.
 * More codes may come, negative ones, with *out NULL or an error document: so
 * compare with CONTEXTC_RESULT and print the rest. A method that does not
 * exist, or whose name is no UTF-8, is an error document like any other.
 *
 *
 * MEMORY
 *
 * method is a string. json points to len bytes of UTF-8, which need not end in
 * a NUL and may hold NUL bytes; it may be NULL when len is 0. Both are yours,
 * are only read, and only until contextc_call returns.
 *
 * *out is a block of its own and yours from then on: it stays valid until you
 * give it to contextc_free, from any thread, at any time, once. Do not give it
 * to free: yours may belong to another C library. contextc_free(NULL) does
 * nothing, and what contextc_call leaves in *out is always fit for it,
 * whatever the code. *outlen is the number of bytes in *out; one NUL follows
 * them, which is not counted. There is no NUL among them: JSON escapes it.
 *
 * CONTEXTC_NO_MEMORY is for a request or an answer that there is no room for.
 * Do not build on it: where no memory is left at all, libraries of Python may
 * end the process.
 *
 * contextc_version returns a constant string, which is never freed.
 *
 *
 * THREADS
 *
 * Every function may be called from any number of threads at once, the first
 * call too. Calls are correct at any rate, but take turns in running Python
 * code: threads keep a program responsive, processes use several cores. Give
 * threads that call contextc a stack of 256 KiB at least.
 *
 *
 * START-UP
 *
 * The first contextc_call starts a Python interpreter in the process, which
 * takes some tens of milliseconds; call "echo" early to have it behind you.
 * The other functions do not start it. It stays until the process ends, and
 * so does the library: dlclose does not unload it. A start that failed is not
 * tried again, and all later calls return -3 with the same document.
 *
 * The library has been built for one installed Python and knows where that and
 * the packages are. Neither PATH nor Python's own environment variables
 * (PYTHONHOME, PYTHONPATH, ...) matter to it. It has three of its own; a program
 * that runs with raised privileges (setuid) ignores the first two:
 *
 *     CONTEXTC_PYTHONHOME    the prefix of the Python installation
 *     CONTEXTC_PYTHONPATH    folders of packages, separated by colons, which are
 *                            searched before those known; their .pth files count
 *     CONTEXTC_INGEST_ROOTS  folders below which a fragment may name a file by
 *                            its path, separated by colons; without, none may
 *
 * The first two are read at the first call. The last is what it was then; to
 * change it later, change the environment before the first call.
 *
 * In a process that runs Python already (an extension, ctypes) the library uses
 * that interpreter, which must be of the version that it was built for, and the
 * packages that are found there; those known to the library come last. There a
 * failed start is tried again at the next call. Call it without holding the
 * interpreter's lock (ctypes.CDLL, not ctypes.PyDLL).
 *
 *
 * WHAT IT LEAVES ALONE
 *
 * Signals: no handler is set, none is ignored, no mask is changed. A call that
 * is running goes on after a handler of yours returns. Do not call contextc
 * from a signal handler.
 *
 * The locale, the standard streams and their buffers, the working folder.
 * Nothing is printed; but when Python cannot be started at all, Python itself
 * writes to stderr what it knows.
 *
 * fork: a child may call contextc, also when the parent did before, from other
 * threads too. For this, fork waits until running calls pause, which they do
 * every few milliseconds; vfork and posix_spawn do not wait. Only where Python
 * code forks (os.fork) while another thread makes the first call, the child gets
 * -3: make that call first.
 *
 * exit: a process may end at any time, also while other threads are in calls.
 */
#ifndef CONTEXTC_H
#define CONTEXTC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef CONTEXTC_API
#define CONTEXTC_API extern
#endif

#define CONTEXTC_RESULT 1
#define CONTEXTC_ERROR 2
#define CONTEXTC_NO_MEMORY (-1)
#define CONTEXTC_BAD_ARGUMENT (-2)
#define CONTEXTC_NO_PYTHON (-3)

/* What this header describes. It grows when a program must be compiled anew. */
#define CONTEXTC_ABI_VERSION 1

/* Answers a request. Any thread; *out goes to contextc_free. */
CONTEXTC_API int contextc_call(const char *method, const char *json, size_t len, char **out, size_t *outlen);

/* Gives back what contextc_call left in *out. Any thread; once; NULL is fine. */
CONTEXTC_API void contextc_free(char *out);

/* The version of contextc that the library was built with, as "0.1.0". Any
 * thread, never NULL, does not start Python. "describe" says which version
 * answers: another one, when the package was updated since. */
CONTEXTC_API const char *contextc_version(void);

/* CONTEXTC_ABI_VERSION of the library, to compare with that of the header. */
CONTEXTC_API int contextc_abi_version(void);

#ifdef __cplusplus
}
#endif

#endif
