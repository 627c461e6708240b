/* scarce request|answer|document: what a call gives when there is no memory for that one block. */
#include <dlfcn.h>

#include "check.h"

#define SIZE 1000000
#define ADDED ((size_t)9) /* {"echo":} */

static size_t from = 1, to = 0;

/* Ours, for the whole process: none of the sizes between `from` and `to` is to be had. */
void *malloc(size_t size)
{
    static void *(*real)(size_t);

    if (size >= from && size <= to)
        return NULL;
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "malloc");
    return real(size);
}

static int call(const char *request, size_t length)
{
    char *answer;
    size_t size;
    int code = contextc_call("echo", request, length, &answer, &size);

    CHECK((answer == NULL) == (size == 0));
    contextc_free(answer);
    return answer != NULL ? code : code * 10;
}

int main(int count, char **words)
{
    static char request[SIZE];

    CHECK(count == 2);
    memset(request, 'x', SIZE);
    request[0] = request[SIZE - 1] = '"';
    call("0", 1);
    if (strcmp(words[1], "request") == 0) {
        from = SIZE;
        to = 2 * SIZE;
    } else if (strcmp(words[1], "answer") == 0) {
        from = to = SIZE + ADDED + 1;
    } else {
        from = 1;
        to = SIZE;
    }
    printf("%d\n", call(request, SIZE));
    from = to + 1;
    printf("%d\n", call(request, SIZE));
    return 0;
}
