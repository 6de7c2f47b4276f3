import type { QueryMeta } from '@tanstack/react-query'
import type { AnswerOf, EndpointName, InputOf } from '#contract/names.ts'
import { type ReadFunction, serverQuery } from '~/data/query'
import { shopMeta } from './selected-shop'

/** An endpoint whose input may name a shop. */
type OfShop = {
  [N in EndpointName]: InputOf<N> extends { shopId?: string | undefined } ? N : never
}[EndpointName]

/** Query options of a reading server function about one shop, or every shop in scope: dropped when the shop changes. */
export const shopQuery =
  <N extends OfShop, Answer extends AnswerOf<N> = AnswerOf<N>>(name: N, read: ReadFunction<N, Answer>) =>
  (input: InputOf<N>) => {
    const query = serverQuery(name, read)(input)
    return { ...query, meta: { ...query.meta, ...shopMeta((input as { shopId?: string | undefined }).shopId) } }
  }

/** `placeholderData`: what was shown stays while the next is read, but never another shop's. */
export const previousOfShop =
  ({ shopId }: { shopId?: string | undefined }) =>
  <Stats>(previous: Stats | undefined, previousQuery: { meta?: QueryMeta | undefined } | undefined) =>
    previousQuery?.meta?.shop === shopMeta(shopId).shop ? previous : undefined
