/** Assumption: 10 reads a second, of all that this installation asks. Few calls write, and they count the same. */
export const callsPerSecond = 10
