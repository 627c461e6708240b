/* Asks a fresh library once: what it answers, and the code as the exit status. */
#include <stdio.h>

#include "contextc.h"

int main(void)
{
    char *answer;
    size_t length;
    int code = contextc_call("echo", "0", 1, &answer, &length);

    if (answer != NULL)
        fwrite(answer, 1, length, stdout);
    contextc_free(answer);
    return code == CONTEXTC_RESULT ? 0 : 1;
}
