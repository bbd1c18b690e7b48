// mailroom.h: the offsets of the names, for mailroom.c and for lodctr.
#define MAILROOM_OBJECT 0
#define LETTERS_WAITING 2
#define LETTERS_SORTED 4
#define FIRST_COUNTER LETTERS_WAITING
