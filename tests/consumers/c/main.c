#include <stdio.h>
#include <string.h>

#include "contextc.h"

int main(void)
{
    const char *request =
        "{\"query\": \"why did the deploy fail?\", \"token_budget\": 50, \"fragments\": ["
        "{\"content\": \"Never deploy on Friday.\"},"
        "{\"content\": \"deploy failed: port 8080 is taken\\n\"}]}";
    char *answer;
    size_t length;
    int code = contextc_call("compile", request, strlen(request), &answer, &length);

    if (code == CONTEXTC_RESULT) {
        fwrite(answer, 1, length, stdout);
        putchar('\n');
    } else {
        fprintf(stderr, "contextc: code %d: %s\n", code, answer ? answer : "no answer");
    }
    contextc_free(answer);
    return code == CONTEXTC_RESULT ? 0 : 1;
}
