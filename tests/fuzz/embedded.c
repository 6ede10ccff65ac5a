/* A libFuzzer target: the scanner, built in with sanitizers, behind one of the doors of doors.py.
 *
 * The fuzzer sees which branches of scanner.c an input takes; what the answer must be, the door knows, in Python.
 */
#ifndef SCANNER
#define SCANNER "../../src/assay/compiled/scanner.c"
#endif
#include SCANNER

static PyObject *door;

static void stop_on_error(const void *found)
{
    if (found)
        return;
    PyErr_Print();
    abort();
}

int LLVMFuzzerInitialize(int *n, char ***arguments)
{
    PyImport_AppendInittab("scanner", PyInit_scanner);
    Py_Initialize();
    PyObject *doors = PyImport_ImportModule("doors");
    stop_on_error(doors);
    door = PyObject_GetAttrString(doors, getenv("DOOR"));
    stop_on_error(door);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PyObject *result = PyObject_CallFunction(door, "y#", (const char *)data, (Py_ssize_t)size);
    stop_on_error(result);
    Py_DECREF(result);
    return 0;
}
