/* fork THREADS FORKS: children call while as many threads of the parent do, and the parent goes on. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static volatile int over;

static void *call_once(void *unused)
{
    check_echo("[\"under way\",\"when the process is copied\"]");
    return unused;
}

static void in_a_new_thread(void)
{
    pthread_t thread;

    CHECK(pthread_create(&thread, NULL, call_once, NULL) == 0);
    pthread_join(thread, NULL);
}

static void *keep_calling(void *unused)
{
    for (int i = 0; !over; i++)
        if (i % 50 == 0)
            in_a_new_thread();
        else
            call_once(NULL);
    return unused;
}

static void fork_once(void)
{
    pid_t child = fork();
    int status;

    CHECK(child >= 0);
    if (child == 0) {
        alarm(60); /* a child that hangs ends by a signal */
        check_echo("\"in the child\"");
        in_a_new_thread();
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check_echo("\"in the parent\"");
}

int main(int count, char **words)
{
    pthread_t ids[64];
    int threads = count == 3 ? atoi(words[1]) : -1;

    CHECK(threads >= 0 && threads <= 64);
    for (int i = 0; i < threads; i++)
        CHECK(pthread_create(&ids[i], NULL, keep_calling, NULL) == 0);
    /* With threads, the first fork comes while they start Python; without, before anybody does. */
    for (int i = atoi(words[2]); i > 0; i--)
        fork_once();
    over = 1;
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    return 0;
}
