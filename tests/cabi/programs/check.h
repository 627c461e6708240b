/* For the programs beside it: a fact that does not hold is named on stderr and ends the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contextc.h"

#define CHECK(fact)                                                         \
    do {                                                                    \
        if (!(fact)) {                                                      \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #fact); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

/* Ends the program unless "echo" of a text answers as it must. */
static inline void check_echo(const char *json)
{
    char *answer;
    size_t length;
    size_t room = strlen(json) + 16;
    char *expected = malloc(room);
    int code = contextc_call("echo", json, strlen(json), &answer, &length);

    snprintf(expected, room, "{\"echo\":%s}", json);
    if (code != CONTEXTC_RESULT)
        fprintf(stderr, "code %d: %s\n", code, answer != NULL ? answer : "no answer");
    CHECK(code == CONTEXTC_RESULT);
    CHECK(length == strlen(expected));
    CHECK(memcmp(answer, expected, length + 1) == 0);
    contextc_free(answer);
    free(expected);
}
