// The symbols of disque.ini.
#define QOBJ 0
#define QDEPTH 2
#define QJOBS 4
