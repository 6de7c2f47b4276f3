// In memory only, and gone with the session: what was searched for names people.
const lists = new Map<string, object>()
const never = {}

/** Remembers what the URL of the list at `path` says; each state of a list does so. */
export const rememberList = (path: string, search: object) => void lists.set(path, search)

/** The search, filters, order and page with which the list at `path` was left; nothing where it was never seen. */
export const listAsLeft = (path: string): object => lists.get(path) ?? never

/** Another person, or another shop: its lists begin anew. */
export const forgetLists = () => lists.clear()
