/* stack BYTES METHOD < REQUEST: the code of a call from a thread with that much stack. */
#include <pthread.h>

#include "check.h"

static char request[1 << 22];
static size_t length;

static void *run(void *method)
{
    char *answer;
    size_t size;

    printf("%d\n", contextc_call(method, request, length, &answer, &size));
    contextc_free(answer);
    return NULL;
}

int main(int count, char **words)
{
    pthread_attr_t attributes;
    pthread_t thread;

    CHECK(count == 3);
    length = fread(request, 1, sizeof request, stdin);
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, (size_t)atol(words[1])) == 0);
    CHECK(pthread_create(&thread, &attributes, run, words[2]) == 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    return 0;
}
