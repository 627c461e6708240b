/* exit THREADS: main returns while the threads are in calls. */
#include <pthread.h>

#include "check.h"

static void *keep_calling(void *unused)
{
    char *answer;
    size_t length;

    for (;;) {
        contextc_call("echo", "[1]", 3, &answer, &length);
        contextc_free(answer);
    }
    return unused;
}

int main(int count, char **words)
{
    pthread_t thread;

    CHECK(count == 2);
    for (int i = atoi(words[1]); i > 0; i--)
        CHECK(pthread_create(&thread, NULL, keep_calling, NULL) == 0);
    check_echo("0");
    return 0;
}
