/** A day is reported from so many members on, if they are more than a fifth of all with an 入会日 (decision 0070). */
export const fewestOfDay = 20
