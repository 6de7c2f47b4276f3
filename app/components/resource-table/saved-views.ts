import { useMemo, useSyncExternalStore } from 'react'
import type { ListState } from '~/lib/list-search'
import { withUserId } from '~/lib/user-id'
import type { FilterValues } from './filters'

/** A list's filters, order and columns under a name. The keyword is left out: it names people. */
export interface SavedView {
  name: string
  /** As in the URL, without page, keyword and shop. */
  search: Record<string, string | number>
  columns: Record<string, boolean>
}

// Under our prefix: another person's sign-in clears it (auth/session.tsx).
const keyOf = (list: string) => `karada.views.${list}`

function storedViews(list: string): string {
  try {
    return localStorage.getItem(keyOf(list)) ?? '[]'
  } catch {
    return '[]'
  }
}

function viewsOf(list: string, stored: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(stored)
    if (!Array.isArray(views)) return []
    // In the mail log `memberId` was not a user's id; the screen looks the user up at the API.
    const read = list === 'mailLogs' ? (search: SavedView['search']) => search : withUserId
    return views.filter(isView).map((view) => ({ ...view, search: read(view.search) }))
  } catch {
    return []
  }
}

/** The views saved for a list, in the order in which they were saved; none without storage. */
export const readViews = (list: string): SavedView[] => viewsOf(list, storedViews(list))

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

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The views of a list on the screen, and how they are replaced; false where they cannot be stored. */
export function useSavedViews(list: string) {
  const stored = useSyncExternalStore(subscribe, () => storedViews(list))
  const views = useMemo(() => viewsOf(list, stored), [list, stored])
  const keep = (next: SavedView[]) => {
    const isKept = writeViews(list, next)
    for (const listener of listeners) listener()
    return isKept
  }
  return [views, keep] as const
}

/** The views with this one; one of the same name is replaced in its place. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.some(({ name }) => name === view.name)
    ? views.map((one) => (one.name === view.name ? view : one))
    : [...views, view]

/** The part of a list's search that a view saves: without page, keyword (which names people) and shop (the header's). */
export function keptOf({ offset: _page, keyword: _person, shop: _shop, ...kept }: ListState & FilterValues) {
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as SavedView['search']
}

/** The saved part of a search as texts, as a shared view stores it. */
export const textsOf = (search: ListState): Record<string, string> =>
  Object.fromEntries(Object.entries(keptOf(search as FilterValues)).map(([key, value]) => [key, String(value)]))

const sorted = (values: object) =>
  JSON.stringify(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))

/** The view that matches the list's search; undefined if none does. */
export const activeView = (views: readonly SavedView[], search: ListState, columns: Record<string, boolean>) =>
  views.find(
    (view) =>
      sorted(view.search) === sorted(keptOf(search as FilterValues)) && sorted(view.columns) === sorted(columns),
  )
