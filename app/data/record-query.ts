import type { EndpointName, InputOf } from '#contract/names.ts'
import { type ReadFunction, serverQuery } from './query'

/** Query of one record for its form. Always refetched, since a form must not open on cached data. */
export const recordQuery =
  <N extends EndpointName>(name: N, read: ReadFunction<N>) =>
  (id: InputOf<N> extends { id: infer Id } ? Id : never) => ({
    ...serverQuery(name, read)({ id } as InputOf<N>),
    staleTime: 0,
  })
