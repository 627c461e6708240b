/* contextc_call, in the frames of doors.framed: "METHOD LENGTH\n" and the request in, "LENGTH\n" and the answer out.
 *
 * Ends with 0 at the end of the input, 1 when a frame is cut short, and 2 when the library has no answer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contextc.h"

/* One line without its end; NULL at the end of the input. */
static char *read_line(void)
{
    size_t room = 64, length = 0;
    char *line = malloc(room);
    int byte;

    while (line != NULL && (byte = getchar()) != '\n') {
        if (byte == EOF) {
            free(line);
            return NULL;
        }
        line[length++] = (char)byte;
        if (length == room)
            line = realloc(line, room *= 2);
    }
    if (line != NULL)
        line[length] = '\0';
    return line;
}

static int answer(const char *method, size_t length)
{
    char *request = malloc(length > 0 ? length : 1), *document;
    size_t size;
    int code;

    if (request == NULL || fread(request, 1, length, stdin) != length) {
        free(request);
        return 1;
    }
    code = contextc_call(method, request, length, &document, &size);
    free(request);
    if (code == CONTEXTC_RESULT || code == CONTEXTC_ERROR) {
        printf("%lu\n", (unsigned long)size);
        fwrite(document, 1, size, stdout);
        fflush(stdout);
    } else {
        fprintf(stderr, "contextc: code %d: %s\n", code, document != NULL ? document : "no answer");
    }
    contextc_free(document);
    return code == CONTEXTC_RESULT || code == CONTEXTC_ERROR ? 0 : 2;
}

int main(void)
{
    char *line;
    int failed = 0;

    while (!failed && (line = read_line()) != NULL) {
        char *length = strrchr(line, ' ');

        if (length == NULL) {
            failed = 1;
        } else {
            *length++ = '\0';
            failed = answer(line, (size_t)strtoul(length, NULL, 10));
        }
        free(line);
    }
    return failed;
}
