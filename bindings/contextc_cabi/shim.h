/* Between the C files of the library, cffi's code, and the Python text within that. */
#ifndef CONTEXTC_SHIM_H
#define CONTEXTC_SHIM_H

#include <stddef.h>

/* reason.c: keeps a reason, under the guard, and gives 0; and makes a document of a sentence. */
extern char contextc_cause[4096];
int contextc_because(const char *format, ...);
void contextc_refuse(const char *sentence, char **out, size_t *outlen);

/* start.c: 1 when calls can be answered, 0 with a reason. Own is whether Python is here because of us. */
extern int contextc_own;
int contextc_start(void);

/* threads.c: whether calls of this thread can be answered; when not, the document that says why. */
int contextc_ready(char **out, size_t *outlen);

/* shim.c, called from Python: a copy that contextc_free takes, with a NUL behind it; NULL without memory. */
char *contextc_copy(const char *bytes, size_t length);

/* cffi's code, answered by embedded.py: as contextc_call; 0 when cffi could not call it. */
int contextc_python_call(const char *method, const char *json, size_t len, char **out, size_t *outlen);

#endif
