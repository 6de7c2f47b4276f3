/** Assumption: 10 calls a second for the whole installation. The few calls that write count as reads. */
export const callsPerSecond = 10
