import type { contract } from './all.ts'
import type { Endpoint, GivenInput, Output } from './endpoint.ts'

// The names of the contract's tables and endpoints, as types alone, so that importing them bundles no schema.

type Contract = typeof contract
/** A noun: a table of the contract, and the first word of its queries' keys. */
export type Resource = keyof Contract
/** A noun that has a list. */
export type ListedResource = { [R in Resource]: 'list' extends keyof Contract[R] ? R : never }[Resource]
/** An endpoint as audit rows, queries and tests call it: `shop.update`. */
export type EndpointName = { [R in Resource]: `${R}.${keyof Contract[R] & string}` }[Resource]

type EndpointOf<N extends EndpointName> = N extends `${infer R extends Resource}.${infer V}`
  ? V extends keyof Contract[R]
    ? Contract[R][V] extends Endpoint
      ? Contract[R][V]
      : never
    : never
  : never
/** What a caller of this endpoint sends. */
export type InputOf<N extends EndpointName> = GivenInput<EndpointOf<N>>
/** Its output. */
export type AnswerOf<N extends EndpointName> = Output<EndpointOf<N>>
