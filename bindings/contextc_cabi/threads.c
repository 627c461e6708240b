/* One start for all threads, a record of each thread that calls, and forks. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <pthread.h>

#include "shim.h"

/* Held while Python starts, and over a fork. */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static enum { UNTRIED, READY, FAILED } state;

/* Python's record of a thread that calls. It is made under the guard, as Python makes it under a lock that it does not
 * free in the child of a fork, and deleted when the thread ends. The one of the thread that started Python stays:
 * Python 3.11 ends the process when its last record is deleted and another one made. */

static pthread_key_t record;

static void enrol(void)
{
    if (contextc_own && PyGILState_GetThisThreadState() == NULL) {
        PyGILState_Ensure();
        pthread_setspecific(record, PyThreadState_Get());
        PyEval_SaveThread();
    }
}

static void leave(void *thread)
{
    PyEval_RestoreThread(thread);
    PyThreadState_Clear(thread);
    PyThreadState_DeleteCurrent();
}

int contextc_ready(char **out, size_t *outlen)
{
    static _Thread_local int enrolled;

    if (enrolled)
        return 1;
    pthread_mutex_lock(&guard);
    if (state == UNTRIED && contextc_start())
        state = READY;
    else if (state == UNTRIED && contextc_own)
        state = FAILED;
    if (state == READY) {
        enrol();
        enrolled = 1;
    } else {
        contextc_refuse(contextc_cause, out, outlen);
    }
    pthread_mutex_unlock(&guard);
    return enrolled;
}

/* Forking. Python must hold still meanwhile, and be told of it afterwards. Where Python code forks, by os.fork, it has
 * Python's lock and Python sees to all that; but then it must not wait for a thread that starts contextc, as that one
 * waits for the lock. */

static _Thread_local enum { GUARDED, PAUSED, UNGUARDED } fork_state;

static void before_fork(void)
{
    int python_forks = Py_IsInitialized() && PyGILState_Check();

    if (!python_forks) {
        pthread_mutex_lock(&guard);
    } else if (pthread_mutex_trylock(&guard) != 0) {
        fork_state = UNGUARDED;
        return;
    }
    fork_state = state == READY && contextc_own && !python_forks ? PAUSED : GUARDED;
    if (fork_state == PAUSED) {
        PyGILState_Ensure();
        PyOS_BeforeFork();
    }
}

static void after_fork_in_parent(void)
{
    if (fork_state == PAUSED) {
        PyOS_AfterFork_Parent();
        PyGILState_Release(PyGILState_UNLOCKED);
    }
    if (fork_state != UNGUARDED)
        pthread_mutex_unlock(&guard);
}

static void after_fork_in_child(void)
{
    if (fork_state == PAUSED) {
        PyOS_AfterFork_Child();
        /* The record of this thread is the only one now, so it stays, too. */
        pthread_setspecific(record, NULL);
        PyEval_SaveThread();
    }
    if (fork_state != UNGUARDED) {
        pthread_mutex_unlock(&guard);
        return;
    }
    pthread_mutex_init(&guard, NULL);
    if (state == UNTRIED) {
        state = FAILED;
        contextc_because("the process was forked while another thread of it made its first call; make that call before "
                         "forking");
    }
}

/* When the library is loaded, as a fork during the first call must already find them. */
__attribute__((constructor)) static void watch(void)
{
    pthread_key_create(&record, leave);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
