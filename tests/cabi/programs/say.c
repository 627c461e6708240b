/* say METHOD REQUEST: the code on a line, then the answer. */
#include "check.h"

int main(int count, char **words)
{
    char *answer;
    size_t length;
    int code;

    CHECK(count == 3);
    code = contextc_call(words[1], words[2], strlen(words[2]), &answer, &length);
    printf("%d\n", code);
    if (answer != NULL)
        fwrite(answer, 1, length, stdout);
    contextc_free(answer);
    return 0;
}
