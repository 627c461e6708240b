/* The functions of contextc.h. A call becomes one function of cffi's, whose Python side is embedded.py. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXTC_API __attribute__((visibility("default"))) extern
#include "baked.h"
#include "contextc.h"
#include "shim.h"

char *contextc_copy(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy != NULL) {
        memcpy(copy, bytes, length);
        copy[length] = '\0';
    }
    return copy;
}

int contextc_call(const char *method, const char *json, size_t len, char **out, size_t *outlen)
{
    int code;

    if (out != NULL)
        *out = NULL;
    if (outlen != NULL)
        *outlen = 0;
    if (method == NULL || (json == NULL && len > 0) || len > PTRDIFF_MAX || out == NULL || outlen == NULL)
        return CONTEXTC_BAD_ARGUMENT;
    if (!contextc_ready(out, outlen))
        return CONTEXTC_NO_PYTHON;
    code = contextc_python_call(method, json != NULL ? json : "", len, out, outlen);
    if (code != 0)
        return code;
    /* What cffi gives in a subinterpreter. */
    contextc_refuse("cffi could not call Python from this thread; what it knows stands on stderr", out, outlen);
    return CONTEXTC_NO_PYTHON;
}

void contextc_free(char *out)
{
    free(out);
}

const char *contextc_version(void)
{
    return BAKED_VERSION;
}

int contextc_abi_version(void)
{
    return CONTEXTC_ABI_VERSION;
}
