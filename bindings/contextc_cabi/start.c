/* Starts Python, or joins the one that the process has, and finds what contextc needs.
 *
 * This is done before cffi can: cffi's own start reads the environment of the host, and answers 0 when it fails.
 * baked.h, written by the build, says where things are: BAKED_HOME and BAKED_FOLDERS.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "baked.h"
#include "shim.h"

#define QUOTED(token) #token
#define NUMBER(macro) QUOTED(macro)
#define PYTHON NUMBER(PY_MAJOR_VERSION) "." NUMBER(PY_MINOR_VERSION)

#ifdef __GLIBC__
#define setting secure_getenv /* who may start a setuid program may not choose what it imports */
#else
#define setting getenv
#endif

int contextc_own;

static const char *const folders[] = {BAKED_FOLDERS NULL};

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
        return contextc_because("Python " PYTHON " could not start from %s: %s; build the library anew with `python -m "
                                "contextc_cabi build`, or set CONTEXTC_PYTHONHOME to where Python " PYTHON
                                " is installed",
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

static int tell_exception(void)
{
    PyObject *type, *value, *trace, *sentence;
    const char *text;

    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    sentence = PyUnicode_FromFormat("%s: %S", ((PyTypeObject *)type)->tp_name, value);
    text = sentence ? PyUnicode_AsUTF8(sentence) : NULL;
    contextc_because("Python " PYTHON " cannot import what contextc needs (%s); install contextc[cabi] again where it "
                     "was when the library was built, or set CONTEXTC_PYTHONPATH to the folder of its packages",
                     text ? text : "the reason could not be told");
    Py_XDECREF(sentence);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    PyErr_Clear();
    return 0;
}

static int import_packages(void)
{
    static const char *const names[] = {"contextc_host.door", "_cffi_backend"};

    for (size_t at = 0; at < sizeof names / sizeof names[0]; at++) {
        PyObject *module = PyImport_ImportModule(names[at]);

        if (module == NULL)
            return tell_exception();
        Py_DECREF(module);
    }
    return 1;
}

static int find_packages(void)
{
    PyGILState_STATE lock = PyGILState_Ensure();
    int found = !contextc_own && import_packages();

    if (!found) {
        add_folders();
        found = import_packages();
    }
    PyGILState_Release(lock);
    return found;
}

/* The first call from C to Python has cffi run what is within the library. */
static int begin_cffi(void)
{
    char *answer = NULL;
    size_t length;
    int code = contextc_python_call("echo", "0", 1, &answer, &length);

    free(answer);
    return code != 0 ||
           contextc_because("cffi could not run the code within the library; what it knows stands on stderr");
}

int contextc_start(void)
{
    if (strncmp(Py_GetVersion(), PYTHON ".", sizeof PYTHON) != 0)
        return contextc_because("the library was built for Python " PYTHON ", but this process has Python %.*s; build "
                                "it with the Python of the process: `python -m contextc_cabi build`",
                                (int)strcspn(Py_GetVersion(), " "), Py_GetVersion());
    show_libpython();
    contextc_own = !Py_IsInitialized();
    if (contextc_own && !begin())
        return 0;
    return find_packages() && begin_cffi();
}
