/** A list's filters, order and columns under a name. The keyword is left out: it names people. */
export interface SavedView {
  name: string
  /** As in the URL, without page and keyword. */
  search: Record<string, string | number>
  columns: Record<string, boolean>
}

// Under our prefix: another person's sign-in clears it (auth/session.tsx).
const keyOf = (list: string) => `karada.views.${list}`

/** The views saved for a list, in the order in which they were saved; none without storage. */
export function readViews(list: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

const isView = (view: Partial<SavedView> | null): view is SavedView =>
  typeof view?.name === 'string' && typeof view.search === 'object' && typeof view.columns === 'object'

/** Saves the views of a list. False without storage. */
export function writeViews(list: string, views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(views))
    return true
  } catch {
    return false
  }
}

/** The views with this one; one of the same name is replaced in its place. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.some(({ name }) => name === view.name)
    ? views.map((one) => (one.name === view.name ? view : one))
    : [...views, view]
