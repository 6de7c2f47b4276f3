import type { Locator, Page } from '@playwright/test'
import { modulesIn } from '../../api/lib/modules.ts'
import type { Account } from '../support/fixtures.ts'

/** Description of a list for conformance.spec.ts. */
export interface ListArea {
  /** 会員: what an empty list, a failed one and a CSV call it. */
  noun: string
  path: string
  /** Rows belong to the selected shop; absent: to the whole chain. */
  ofShop?: true
  /** API paths to fail for the error state. */
  api: string
  /** An account that sees every row. */
  account: Account
  /** Default and invalid parameters, which the URL leaves out. */
  defaults: string
  /** A sortable header that is not the default order. */
  sortBy: string
  /** A keyword that finds a few rows, and the text that each of them shows. */
  search: { keyword: string; shows: string }
  /** A filter that matches some rows: field, option and URL parameter. */
  filter: { label: string; option: string; inUrl: RegExp }
  /**
   * A record opens over the list, on a page with a link back, or in another area, from which Back returns; absent if rows
   * have no record.
   */
  record?: { ready: (page: Page) => Locator; opensOver: boolean; back?: string; isElsewhere?: true }
  /** CSV: header, content of some row, an account that may export, and one that may not. */
  csv?: { head: string; holds: RegExp; account: Account; notFor?: Account; file: RegExp }
  /** An account without permission for the area. */
  closedTo?: Account
  /** Creates rows for a list that is empty in the demo; `api`: the API's URL. */
  stock?: (api: string) => Promise<void>
}

/** Description of a form for conformance.spec.ts. */
export interface FormArea {
  noun: string
  /** The list's address; `/new` behind it is the form. */
  path: string
  list: string
  account: Account
  /** A second account that may edit the same records. */
  other: Account
  /** The required field that comes first, and names the record in the list. */
  name: string
  /** Another required field. */
  wanted: string
  /** How many fields are empty and required at first, where it is not these two alone. */
  required?: number
  /** The sentence after each write. */
  messages: { created: string; updated: string; removed: string }
  /** Number of fields into which text is written; omitted: at least two. */
  textFields?: number
  /** Fills in the other required fields. */
  fill: (page: Page) => Promise<void>
  /** Visible once the form with its chunks has loaded. */
  ready: (page: Page) => Locator
  /** Another field, for two people who change different things. */
  second: { label: string; change: (page: Page) => Promise<void>; shows: string }
  /** A read-only account, and text of a record that no other story changes. */
  reader: Account
  standing: string
}

const areas = await modulesIn<{ list?: ListArea; form?: FormArea }>(new URL('areas/', import.meta.url))
/** Those of every `areas/<area>.ts`. */
export const lists = areas.flatMap(({ list }) => list ?? [])
export const forms = areas.flatMap(({ form }) => form ?? [])
