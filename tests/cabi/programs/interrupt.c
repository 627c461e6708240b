/* A signal that nobody handles ends the process also while a call runs: it ends by SIGINT, as any program does. */
#include <pthread.h>
#include <signal.h>

#include "check.h"

static void *interrupt(void *unused)
{
    (void)unused;
    raise(SIGINT);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    check_echo("0");
    CHECK(pthread_create(&thread, NULL, interrupt, NULL) == 0);
    for (;;)
        check_echo("0");
}
