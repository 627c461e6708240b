/* grow THREADS CALLS: memory of the process after a tenth of the work and after all of it, in bytes.
 *
 * Every call is one of three kinds, in turn: a result, an error document, a bad argument; each thread makes ten.
 */
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static char request[20000];

static void calls(int count)
{
    for (int i = 0; i < count; i++) {
        char *answer;
        size_t length;
        int code = i % 3 == 0   ? contextc_call("echo", request, sizeof request, &answer, &length)
                   : i % 3 == 1 ? contextc_call("compile", request, sizeof request, &answer, &length)
                                : contextc_call(NULL, NULL, 0, &answer, &length);

        CHECK(code == (i % 3 == 0 ? CONTEXTC_RESULT : i % 3 == 1 ? CONTEXTC_ERROR : CONTEXTC_BAD_ARGUMENT));
        contextc_free(answer);
    }
}

static void *run(void *unused)
{
    calls(10);
    return unused;
}

static void work(int threads, int count)
{
    calls(count);
    while (threads-- > 0) {
        pthread_t thread;

        CHECK(pthread_create(&thread, NULL, run, NULL) == 0);
        pthread_join(thread, NULL);
    }
}

static long resident(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    CHECK(file != NULL && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

int main(int count, char **words)
{
    CHECK(count == 3);
    memset(request, 'x', sizeof request);
    request[0] = request[sizeof request - 1] = '"';
    work(atoi(words[1]) / 10, atoi(words[2]) / 10);
    printf("%ld\n", resident());
    work(atoi(words[1]) * 9 / 10, atoi(words[2]) * 9 / 10);
    printf("%ld\n", resident());
    return 0;
}
