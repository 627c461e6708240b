/* Why Python did not start -> an error document, made without Python. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim.h"

char contextc_cause[4096];

int contextc_because(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(contextc_cause, sizeof contextc_cause, format, values);
    va_end(values);
    return 0;
}

/* The length of the UTF-8 character at `text`, 0 when there is none. */
static size_t character(const unsigned char *text)
{
    /* First bytes, and which second bytes they take: no overlong form, no surrogate, nothing above U+10FFFF. */
    static const struct {
        unsigned char first, last, low, high;
        size_t length;
    } rows[] = {
        {0x01, 0x7F, 0x00, 0xFF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };

    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        size_t at = 2;

        if (text[0] < rows[row].first || text[0] > rows[row].last)
            continue;
        if (text[1] < rows[row].low || text[1] > rows[row].high)
            return 0;
        while (at < rows[row].length && (text[at] & 0xC0) == 0x80)
            at++;
        return at >= rows[row].length ? rows[row].length : 0;
    }
    return 0;
}

void contextc_refuse(const char *sentence, char **out, size_t *outlen)
{
    static const char head[] = "{\"error\":{\"code\":\"internal\",\"category\":\"internal\",\"path\":\"$\","
                               "\"message\":\"";
    static const char tail[] = "\",\"data\":{}}}";
    char *document = malloc(sizeof head + 6 * strlen(sentence) + sizeof tail), *to = document;
    const unsigned char *from = (const unsigned char *)sentence;

    if (document == NULL)
        return;
    to += sprintf(to, "%s", head);
    while (*from != '\0') {
        size_t length = character(from);

        if (length == 0)
            to += sprintf(to, "?");
        else if (*from < 0x20)
            to += sprintf(to, "\\u%04x", *from);
        else
            to += sprintf(to, "%s%.*s", *from == '"' || *from == '\\' ? "\\" : "", (int)length, from);
        from += length ? length : 1;
    }
    to += sprintf(to, "%s", tail);
    *out = document;
    *outlen = (size_t)(to - document);
}
