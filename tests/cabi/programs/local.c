/* local LIBRARY: loaded at run time with its symbols hidden, closed and loaded again, as language runtimes do. */
#include <dlfcn.h>

#include "check.h"

typedef int (*call_type)(const char *, const char *, size_t, char **, size_t *);
typedef void (*free_type)(char *);

int main(int count, char **words)
{
    CHECK(count == 2);
    for (int round = 0; round < 2; round++) {
        void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
        call_type call;
        free_type release;
        char *answer;
        size_t length;

        if (library == NULL)
            fprintf(stderr, "%s\n", dlerror());
        CHECK(library != NULL);
        *(void **)&call = dlsym(library, "contextc_call");
        *(void **)&release = dlsym(library, "contextc_free");
        CHECK(call != NULL && release != NULL);
        CHECK(call("echo", "0", 1, &answer, &length) == CONTEXTC_RESULT && length == 10);
        release(answer);
        CHECK(dlclose(library) == 0);
    }
    return 0;
}
