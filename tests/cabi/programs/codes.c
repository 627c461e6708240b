/* Every code that a caller can provoke, and what stands in *out afterwards. */
#include <stdint.h>

#include "check.h"

#define REFUSED(method, json, length, out, outlen)                                           \
    do {                                                                                     \
        answer = garbage;                                                                    \
        size = 7;                                                                            \
        CHECK(contextc_call(method, json, length, out, outlen) == CONTEXTC_BAD_ARGUMENT);    \
    } while (0)

int main(void)
{
    char garbage[] = "garbage", *answer;
    size_t size;

    REFUSED(NULL, "0", 1, &answer, &size);
    CHECK(answer == NULL && size == 0);
    REFUSED("echo", NULL, 1, &answer, &size);
    CHECK(answer == NULL && size == 0);
    REFUSED("echo", "0", SIZE_MAX, &answer, &size);
    CHECK(answer == NULL && size == 0);
    REFUSED("echo", "0", 1, &answer, NULL);
    CHECK(answer == NULL);
    REFUSED("echo", "0", 1, NULL, &size);
    CHECK(size == 0);
    REFUSED(NULL, NULL, 0, NULL, NULL);

    CHECK(contextc_call("echo", "0", 1, &answer, &size) == CONTEXTC_RESULT);
    CHECK(size == 10 && memcmp(answer, "{\"echo\":0}", 11) == 0);
    contextc_free(answer);

    CHECK(contextc_call("echo", "01", 1, &answer, &size) == CONTEXTC_RESULT); /* what follows len is not read */
    contextc_free(answer);

    CHECK(contextc_call("echo", NULL, 0, &answer, &size) == CONTEXTC_ERROR);
    CHECK(strstr(answer, "\"code\":\"invalid_json\"") != NULL && answer[size] == '\0' && strlen(answer) == size);
    contextc_free(answer);

    CHECK(contextc_call("compile", "{}", 2, &answer, &size) == CONTEXTC_ERROR);
    CHECK(strstr(answer, "\"code\":\"invalid_request\"") != NULL);
    contextc_free(answer);

    contextc_free(NULL);
    return 0;
}
