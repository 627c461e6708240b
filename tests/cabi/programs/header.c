/* Every name of the header, in the words that C of 1989 and C++ have in common. */
#include "contextc.h"
#include "contextc.h"

int main(void)
{
    char *answer;
    size_t length;
    int code = contextc_call("echo", "0", 1, &answer, &length);

    contextc_free(answer);
    if (contextc_version()[0] == '\0' || contextc_abi_version() != CONTEXTC_ABI_VERSION)
        return 1;
    switch (code) {
    case CONTEXTC_RESULT:
        return 0;
    case CONTEXTC_ERROR:
    case CONTEXTC_NO_MEMORY:
    case CONTEXTC_BAD_ARGUMENT:
    case CONTEXTC_NO_PYTHON:
    default:
        return 2;
    }
}
