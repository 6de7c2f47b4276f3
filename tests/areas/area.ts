import type { Locator, Page } from '@playwright/test'
import type { Account } from '../support/accounts.ts'
import type { Api, Person } from '../support/api.ts'

/** The callers: signed in or not, active or not, and each level. Levels 1–4 work at the own shop. */
export const principals = [
  'anonymous',
  'garbage',
  'suspended',
  'waiting',
  'cancelled',
  'member',
  'level1',
  'level2',
  'level3',
  'level4',
  'all',
  'admin',
] as const
export type PrincipalName = (typeof principals)[number]

/** The world of an area's calls: two shops, the principals and the staff concerned. */
export interface World {
  api: Api
  shops: { own: string; other: string }
  people: Record<string, Person>
  /** A bearer token of a new session; undefined for anonymous. */
  tokenOf: (principal: PrincipalName) => Promise<string | undefined>
  /** A new number each time, for unique values. */
  next: () => number
}

/** A request, written out by hand, so that the walk also checks the contract's paths. */
export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** One area's part of the tests over the whole contract: the walk, hostile input, ids of other shops. */
export interface Area {
  /**
   * A row per call (endpoint and variant), a column per principal, with expectations written by hand and not derived
   * from the matrix. 401: not signed in or not active. 403: no right. 404: out of scope, or missing. 422: a value that
   * they may not choose.
   */
  walk: string
  /** The request for a variant of an endpoint. Creates the records that it needs. */
  calls: Record<string, (world: World, variant: string, principal: PrincipalName) => Sent | Promise<Sent>>
  /** A complete and valid body for each POST and PUT that has one. */
  drafts?: Record<string, (world: World) => Record<string, unknown> | Promise<Record<string, unknown>>>
  /** Creates rows for the lists. */
  stock?: (world: World) => Promise<unknown>
  /** Its records belong to the whole chain, so none belongs to another shop. */
  isOfChain?: true
  /** Endpoints that audit even refused calls. */
  recordsRefusals?: string[]
}

/** An id that does not exist. */
export const unknownId = '999999'

/** The shop that a variant names, with or without the prefix `csv-`; undefined where it names none. */
export function shopIdOf({ shops }: World, variant: string): string | undefined {
  return { ...shops, unknown: unknownId }[variant.replace('csv-', '')]
}

/** A read of the shop that the variant names, or of all; as a file where the variant starts with `csv`. */
export function readOf(world: World, variant: string, path: string, query: Record<string, string> = {}): Sent {
  const shopId = shopIdOf(world, variant)
  const search = new URLSearchParams({ ...query, ...(shopId && { shopId }) })
  return {
    method: 'GET',
    path: search.size ? `${path}?${search}` : path,
    ...(variant.startsWith('csv') && { headers: { accept: 'text/csv' } }),
  }
}

/** As a target: for the shops that a variant names, for everyone where it names none. */
export function targetOf({ shops }: World, variant: string) {
  const shopIds = { own: [shops.own], other: [shops.other], both: [shops.own, shops.other], unknown: [unknownId] }[
    variant
  ]
  return shopIds ? { scope: 'shops', shopIds } : { scope: 'all' }
}

/** The address of a new record, made by the admin; `variant` `unknown`: of none. */
export async function addressOfNew(world: World, path: string, variant: string, body: object): Promise<string> {
  if (variant === 'unknown') return `${path}/${unknownId}`
  const made = await world.api.post(`${path}/new`, { token: await world.tokenOf('admin'), body })
  return `${path}/${made.json.id}`
}

interface RecordCalls {
  /** The address of a record of a variant. */
  addressOf: (world: World, variant: string) => Promise<string>
  draft: (world: World, variant: string) => object
  /** What an update changes; of `own-to-both` to `both`. */
  change: (world: World, to: string | undefined) => object
}

/** The calls of a noun's list, get, create, update and remove, below one path. */
export const recordCalls = (noun: string, path: string, { addressOf, draft, change }: RecordCalls): Area['calls'] => ({
  [`${noun}.list`]: (world, variant) => readOf(world, variant, `${path}/list`),
  [`${noun}.get`]: async (world, variant) => ({ method: 'GET', path: await addressOf(world, variant) }),
  [`${noun}.create`]: (world, variant) => ({ method: 'POST', path: `${path}/new`, body: draft(world, variant) }),
  [`${noun}.update`]: async (world, variant) => {
    const [from = '', to] = variant.split('-to-')
    return { method: 'PUT', path: await addressOf(world, from), body: change(world, to) }
  },
  [`${noun}.remove`]: async (world, variant) => ({ method: 'DELETE', path: await addressOf(world, variant) }),
})

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
