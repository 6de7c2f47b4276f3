import type { LucideIcon } from 'lucide-react'
import type { Resource } from '#contract/names.ts'
import type { Permission } from '#contract/permissions.ts'
import type { SearchKind } from '#contract/words/search.ts'
import type { FileRouteTypes } from '~/routeTree.gen'

/** A path without a record id, checked against the route tree by the compiler. */
export type ScreenPath = Exclude<FileRouteTypes['to'], `${string}$${string}`>

/** What names a record; `key` is what its address needs besides the id: a report's day, a policy's type. */
export interface RecordRef {
  id: string
  key?: string | null
  shopId?: string | undefined
}

/** An address for the router. */
export interface RecordAddress {
  to: string
  search?: Record<string, string>
}

/** What every page needs of an area; its shortcut and search words, if any, are in `<area>.palette.ts`, loaded later. */
export interface Area {
  /** Its list, or its only screen. */
  path: ScreenPath
  label: string
  icon: LucideIcon
  /** Permission required to see it. */
  permission: Permission
  /** A record is registered at `<path>/new`: the palette offers 「…を登録」. */
  hasNew?: true
  /** What the palette calls its records, where it finds them by name. */
  found?: string | undefined
  /** The address of a record, where it is not the path and the id. Undefined: it has none. */
  addressOf?(record: RecordRef): RecordAddress | undefined
}

/** Nouns without a screen for one record. Any other needs a line in `recordAreas` (app/areas/menu.ts). */
type WithoutScreen =
  | (
      | 'activity'
      | 'apiDocs'
      | 'audit'
      | 'auth'
      | 'club'
      | 'dailyLog'
      | 'dataExport'
      | 'clubSystem'
      | 'dataHealth'
      | 'digest'
      | 'drillDown'
      | 'chosenValue'
      | 'missingMember'
      | 'outreach'
      | 'healthcareType'
      | 'image'
      | 'mail'
      | 'mailConsent'
      | 'reconciliation'
    )
  | (
      | 'report'
      | 'rights'
      | 'search'
      | 'secondFactor'
      | 'session'
      | 'shopCost'
      | 'shopReservation'
      | 'shopStaff'
      | 'shopTarget'
      | 'shopTicket'
      | 'today'
      | 'user'
    )

/** Where the records of each noun are shown; the palette finds those of the contract's SearchKind. */
export type RecordAreas = {
  [N in Exclude<Resource, WithoutScreen>]: Area & (N extends SearchKind ? { found: string } : { found?: undefined })
} & {
  /** A list's conditions in rows of the log of older releases. */
  segment: Area & { found?: undefined }
}

export interface MenuGroup {
  label: string
  /** The page that leads to its entries. */
  path?: ScreenPath
  entries: readonly Area[]
}

/** The address of an area's record. */
export const addressOf = ({ path, addressOf }: Area, record: RecordRef): RecordAddress | undefined =>
  addressOf ? addressOf(record) : { to: `${path}/${record.id}` }

/** An action of the palette: a screen that is not in the menu, or a list with other filters. */
export interface ScreenAction {
  path: ScreenPath & FileRouteTypes['fullPaths']
  label: string
  /** Filters of the target list, as in its URL. */
  search?: string
  /** Permission required in addition to the screen's. */
  permission?: Permission
  /** Search words for the palette. */
  alsoCalled?: string
  /** Shortcut letter after g. */
  letter?: string
}

/** What palette and shortcuts need of an area. */
export interface AreaPalette {
  area: Area
  /** Shortcut letter after g, on any screen; optional, since nearly all letters are taken. */
  letter?: string
  /** Search words: reading, synonyms, tasks. */
  alsoCalled?: string
  actions?: readonly ScreenAction[]
}
