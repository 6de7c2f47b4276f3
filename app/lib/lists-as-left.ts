// In memory only, since keywords name people.
const lists = new Map<string, object>()
const never = {}

/** Remembers the URL search of the list at `path`. */
export const rememberList = (path: string, search: object) => void lists.set(path, search)

/** The search, filters, order and page of the list at `path` when it was left; empty before the first visit. */
export const listAsLeft = (path: string): object => lists.get(path) ?? never

/** For another person or another shop: forgets all lists. */
export const forgetLists = () => lists.clear()
