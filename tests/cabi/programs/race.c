/* race THREADS CALLS: all threads make their first call, which is that of the process, at once; then some more. */
#include <pthread.h>

#include "check.h"

static pthread_barrier_t barrier;
static int calls;

static void *run(void *number)
{
    char text[32];

    snprintf(text, sizeof text, "\"thread %d\"", *(int *)number);
    pthread_barrier_wait(&barrier);
    for (int call = 0; call < calls; call++)
        check_echo(text);
    return NULL;
}

int main(int count, char **words)
{
    int threads = count == 3 ? atoi(words[1]) : 0;
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    int *numbers = calloc((size_t)threads, sizeof *numbers);

    CHECK(threads > 0 && ids != NULL && numbers != NULL);
    calls = atoi(words[2]);
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    for (int i = 0; i < threads; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&ids[i], NULL, run, &numbers[i]) == 0);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    pthread_barrier_destroy(&barrier);
    free(ids);
    free(numbers);
    return 0;
}
