/* What a process owns is after the first call as it was before: signals, mask, locale, folder, buffering. */
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"

static void handler(int number)
{
    (void)number;
}

int main(void)
{
    static struct sigaction before[NSIG], after[NSIG];
    sigset_t mask_before, mask_after;
    char *locale, folder_before[4096], folder_after[4096];

    CHECK(setlocale(LC_ALL, "") != NULL);
    locale = strdup(setlocale(LC_ALL, NULL));
    signal(SIGTERM, handler);
    signal(SIGUSR1, SIG_IGN);
    sigprocmask(SIG_BLOCK, NULL, &mask_before);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, NULL, &before[number]);
    CHECK(getcwd(folder_before, sizeof folder_before) != NULL);
    printf("half a line, ");

    check_echo("0");

    printf("and the rest\n");
    CHECK(getcwd(folder_after, sizeof folder_after) != NULL && strcmp(folder_before, folder_after) == 0);
    for (int number = 1; number < NSIG; number++) {
        sigaction(number, NULL, &after[number]);
        CHECK(before[number].sa_handler == after[number].sa_handler);
        CHECK(before[number].sa_flags == after[number].sa_flags);
    }
    CHECK(after[SIGINT].sa_handler == SIG_DFL && after[SIGPIPE].sa_handler == SIG_DFL);
    sigprocmask(SIG_BLOCK, NULL, &mask_after);
    for (int number = 1; number < NSIG; number++)
        CHECK(sigismember(&mask_before, number) == sigismember(&mask_after, number));
    CHECK(strcmp(setlocale(LC_ALL, NULL), locale) == 0);
    free(locale);
    return 0;
}
