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
