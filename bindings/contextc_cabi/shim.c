/* The functions of contextc.h -> the door in Python.
 *
 * The library starts Python itself, once, before cffi can: cffi's own start reads the environment of the host, and
 * answers 0 when it fails. Afterwards a call is one function of cffi's, whose Python side is embedded.py.
 *
 * baked.h, written by the build, says where things are: BAKED_VERSION, BAKED_HOME and BAKED_FOLDERS.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXTC_API __attribute__((visibility("default"))) extern
#include "baked.h"
#include "contextc.h"
#include "shim.h"

#define QUOTED(token) #token
#define NUMBER(macro) QUOTED(macro)
#define PYTHON NUMBER(PY_MAJOR_VERSION) "." NUMBER(PY_MINOR_VERSION)

#ifdef __GLIBC__
#define setting secure_getenv /* who may start a setuid program may not choose what it imports */
#else
#define setting getenv
#endif

static const char *const folders[] = {BAKED_FOLDERS NULL};

/* Held while Python starts, and over a fork. */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static enum { UNTRIED, READY, FAILED } state;
static int own; /* whether Python is here because of us */
static char cause[4096];

/* The error document */

static int because(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(cause, sizeof cause, format, values);
    va_end(values);
    return 0;
}

/* The length of the UTF-8 character at `text`, 0 when there is none. */
static size_t character(const unsigned char *text)
{
    /* First bytes from..to, and which second byte each takes: no overlong form, no surrogate, nothing above U+10FFFF. */
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

static void refuse(const char *sentence, char **out, size_t *outlen)
{
    static const char head[] = "{\"error\":{\"code\":\"internal\",\"category\":\"internal\",\"path\":\"$\",\"message\":\"";
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

/* Starting Python */

/* Where the host loaded us with RTLD_LOCAL, extension modules would not find the symbols of libpython. */
static void show_libpython(void)
{
    Dl_info info;

    if (dladdr((void *)(uintptr_t)Py_IsInitialized, &info) && info.dli_fname != NULL)
        dlopen(info.dli_fname, RTLD_LAZY | RTLD_GLOBAL | RTLD_NOLOAD);
}

static int begin(void)
{
    PyPreConfig preconfig;
    PyConfig config;
    PyStatus status;
    const char *home = setting("CONTEXTC_PYTHONHOME");

    if (home == NULL || *home == '\0')
        home = BAKED_HOME;
    PyPreConfig_InitIsolatedConfig(&preconfig);
    preconfig.utf8_mode = 1; /* names of files are UTF-8, whatever the locale of the host is */
    status = Py_PreInitialize(&preconfig);
    if (!PyStatus_Exception(status)) {
        PyConfig_InitIsolatedConfig(&config);
        config.install_signal_handlers = 0;
        config.site_import = 0; /* packages come from the folders that we know, not from those of the home */
        status = PyConfig_SetBytesString(&config, &config.home, home);
        if (!PyStatus_Exception(status))
            status = Py_InitializeFromConfig(&config);
        PyConfig_Clear(&config);
    }
    if (PyStatus_Exception(status))
        return because("Python " PYTHON " could not start from %s: %s; build the library anew with `python -m "
                       "contextc_cabi build`, or set CONTEXTC_PYTHONHOME to where Python " PYTHON " is installed",
                       home, status.err_msg ? status.err_msg : "no reason was given");
    PyEval_SaveThread();
    return 1;
}

static void add_folder(PyObject *site, const char *folder, size_t length)
{
    PyObject *name = PyUnicode_DecodeFSDefaultAndSize(folder, (Py_ssize_t)length);
    PyObject *done = name ? PyObject_CallMethod(site, "addsitedir", "O", name) : NULL;

    Py_XDECREF(name);
    Py_XDECREF(done);
    PyErr_Clear(); /* if it mattered, the import fails and says so */
}

static void add_folders(void)
{
    PyObject *site = PyImport_ImportModule("site");
    const char *rest = setting("CONTEXTC_PYTHONPATH");

    if (site != NULL) {
        while (rest != NULL && *rest != '\0') {
            size_t length = strcspn(rest, ":");

            if (length > 0)
                add_folder(site, rest, length);
            rest += length + (rest[length] == ':');
        }
        for (const char *const *folder = folders; *folder != NULL; folder++)
            add_folder(site, *folder, strlen(*folder));
        Py_DECREF(site);
    }
    PyErr_Clear();
}

static int import_packages(void)
{
    static const char *const names[] = {"contextc_host.door", "_cffi_backend"};
    PyObject *module = Py_None, *type, *value, *trace, *sentence;
    const char *text;

    for (size_t at = 0; at < sizeof names / sizeof names[0]; at++) {
        module = PyImport_ImportModule(names[at]);
        if (module == NULL)
            break;
        Py_DECREF(module);
    }
    if (module != NULL)
        return 1;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    sentence = PyUnicode_FromFormat("%s: %S", ((PyTypeObject *)type)->tp_name, value);
    text = sentence ? PyUnicode_AsUTF8(sentence) : NULL;
    because("Python " PYTHON " does not find what contextc needs (%s); install contextc[cabi] again where it was when "
            "the library was built, or set CONTEXTC_PYTHONPATH to the folder of its packages",
            text ? text : "the reason could not be told");
    Py_XDECREF(sentence);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    PyErr_Clear();
    return 0;
}

static int find_packages(void)
{
    PyGILState_STATE lock = PyGILState_Ensure();
    int found = !own && import_packages();

    if (!found) {
        add_folders();
        found = import_packages();
    }
    PyGILState_Release(lock);
    return found;
}

static int start(void)
{
    if (strncmp(Py_GetVersion(), PYTHON ".", sizeof PYTHON) != 0)
        return because("the library was built for Python " PYTHON ", but this process has Python %.*s; build it with "
                       "the Python of the process: `python -m contextc_cabi build`",
                       (int)strcspn(Py_GetVersion(), " "), Py_GetVersion());
    show_libpython();
    own = !Py_IsInitialized();
    if (own && !begin())
        return 0;
    return find_packages();
}

/* The first call of a thread, under the guard: Python makes its record of the thread under a lock of its own, which in the
 * child of a fork would be held for ever. The first of all has cffi start what is within the library. */
static int meet(void)
{
    char *answer = NULL;
    size_t length;
    int code = contextc_python_call("echo", "0", 1, &answer, &length);

    contextc_free(answer);
    return code != 0 || because("cffi could not call the Python code within the library; what it knows stands on stderr");
}

/* Whether calls of this thread can be answered; when not, the document that says why. */
static int ready(char **out, size_t *outlen)
{
    static __thread int known;

    if (known)
        return 1;
    pthread_mutex_lock(&guard);
    if (state == UNTRIED && start())
        state = READY;
    else if (state == UNTRIED && own)
        state = FAILED;
    known = state == READY && meet();
    if (!known)
        refuse(cause, out, outlen);
    pthread_mutex_unlock(&guard);
    return known;
}

/* Forking: Python must hold still meanwhile, and be told of it afterwards. Where Python is the host, it sees to that. */

static int forking;
static PyGILState_STATE fork_lock;

static void before_fork(void)
{
    pthread_mutex_lock(&guard);
    /* Whoever holds the lock already is Python code that forks, and os.fork does the same. */
    forking = state == READY && own && !PyGILState_Check();
    if (forking) {
        fork_lock = PyGILState_Ensure();
        PyOS_BeforeFork();
    }
}

static void after_fork_in_parent(void)
{
    if (forking) {
        PyOS_AfterFork_Parent();
        PyGILState_Release(fork_lock);
    }
    pthread_mutex_unlock(&guard);
}

static void after_fork_in_child(void)
{
    if (forking) {
        PyOS_AfterFork_Child();
        /* Not released but let go: Python 3.11 ends the process when its last thread state is deleted and one made. */
        PyEval_SaveThread();
    }
    pthread_mutex_unlock(&guard);
}

/* When the library is loaded, as a fork during the first call must already find them. */
__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* The functions of contextc.h */

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
    if (out != NULL)
        *out = NULL;
    if (outlen != NULL)
        *outlen = 0;
    if (method == NULL || (json == NULL && len > 0) || len > PTRDIFF_MAX || out == NULL || outlen == NULL)
        return CONTEXTC_BAD_ARGUMENT;
    if (!ready(out, outlen))
        return CONTEXTC_NO_PYTHON;
    return contextc_python_call(method, json != NULL ? json : "", len, out, outlen);
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
