/* The symbols of disque.ini: even numbers from 0, the object first, then its counters. lodctr adds
   the first index of the service, and the module adds it again when it runs. */
#define DISQUE_OBJECT 0
#define DISQUE_DEPTH 2
#define DISQUE_JOBS 4
