/** The first page: what can be played here. */
