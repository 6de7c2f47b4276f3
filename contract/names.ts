import type { contract } from './all.ts'
import type { Endpoint, GivenInput, Output } from './endpoint.ts'

// The names of the contract's tables and endpoints, as types only, so that importing them bundles no schema.

type Contract = typeof contract
/** A noun: a table of the contract, and the first part of its query keys. */
export type Resource = keyof Contract
/** A noun that has a list. */
export type ListedResource = { [R in Resource]: 'list' extends keyof Contract[R] ? R : never }[Resource]
/** An endpoint's name in audit rows, queries and tests: `shop.update`. */
export type EndpointName = { [R in Resource]: `${R}.${keyof Contract[R] & string}` }[Resource]

type EndpointOf<N extends EndpointName> = N extends `${infer R extends Resource}.${infer V}`
  ? V extends keyof Contract[R]
    ? Contract[R][V] extends Endpoint
      ? Contract[R][V]
      : never
    : never
  : never
/** The input of this endpoint, as a caller sends it. */
export type InputOf<N extends EndpointName> = GivenInput<EndpointOf<N>>
/** Its output. */
export type AnswerOf<N extends EndpointName> = Output<EndpointOf<N>>
