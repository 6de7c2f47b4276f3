import type { Api, Person } from '../support/api.ts'

/** Who calls: signed in or not, active or not, and each level. Levels 1–4 work at the own shop. */
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

/** What an area's calls work on: two shops, the principals and the staff that they have to do with. */
export interface World {
  api: Api
  shops: { own: string; other: string }
  people: Record<string, Person>
  /** A bearer token of a new session; undefined for anonymous. */
  tokenOf: (principal: PrincipalName) => Promise<string | undefined>
  /** Another number each time, for what has to be unique. */
  next: () => number
}

/** A request, written out by hand: that the contract says the same is part of what the walk shows. */
export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** One area's part of the tests that run over the whole contract: the walk, hostile input, ids of other shops. */
export interface Area {
  /**
   * A line for each call (endpoint and variant), a column for each principal, as it was decided and never read from
   * the matrix. 401: not signed in or not active. 403: no right. 404: not in one's shops, or not there. 422: a value
   * that is not theirs to choose.
   */
  walk: string
  /** What the principal sends for a variant of an endpoint. It makes the record that it needs. */
  calls: Record<string, (world: World, variant: string, principal: PrincipalName) => Sent | Promise<Sent>>
  /** What a form sends, for each POST and PUT that has a body: every field is there and valid. */
  drafts?: Record<string, (world: World) => Record<string, unknown> | Promise<Record<string, unknown>>>
  /** Makes what lists then hold. */
  stock?: (world: World) => Promise<unknown>
  /** Its records are the whole chain's: there is none of another shop. */
  isOfChain?: true
  /** Endpoints that write down even whom they refuse. */
  recordsRefusals?: string[]
}

/** An id that nothing has. */
export const unknownId = '999999'

/** The shop that a variant names, with `csv-` before it or not; undefined where it names none. */
export function shopIdOf({ shops }: World, variant: string): string | undefined {
  return { ...shops, unknown: unknownId }[variant.replace('csv-', '')]
}

/** A reading of the shop that the variant names, or of all; as a file where the variant begins with `csv`. */
export function readOf(world: World, variant: string, path: string, query: Record<string, string> = {}): Sent {
  const shopId = shopIdOf(world, variant)
  const search = new URLSearchParams({ ...query, ...(shopId && { shopId }) })
  return {
    method: 'GET',
    path: search.size ? `${path}?${search}` : path,
    ...(variant.startsWith('csv') && { headers: { accept: 'text/csv' } }),
  }
}
