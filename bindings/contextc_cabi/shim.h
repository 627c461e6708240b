/* Between the three files that are compiled into the library: this shim, cffi's code, and the Python text within it. */
#ifndef CONTEXTC_SHIM_H
#define CONTEXTC_SHIM_H

#include <stddef.h>

/* In shim.c, called from Python: a copy that contextc_free takes, with a NUL behind it; NULL without memory. */
char *contextc_copy(const char *bytes, size_t length);

/* In cffi's code, answered by embedded.py: as contextc_call; 0 when cffi could not call it. */
int contextc_python_call(const char *method, const char *json, size_t len, char **out, size_t *outlen);

#endif
