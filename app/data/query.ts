import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, EndpointName, InputOf, Resource } from '#contract/names.ts'

/** `Answer`: the variant that this input gets, where the endpoint has several. */
export interface ReadFunction<N extends EndpointName, Answer extends AnswerOf<N> = AnswerOf<N>> {
  (options: { data: InputOf<N>; signal?: AbortSignal }): Promise<Answer>
  /** Its URL, the same on the server and in the browser. */
  url?: string
}

/** A reading server function and its input. */
export interface ServerCall {
  read: { url?: string | undefined }
  data: unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The call behind the query: the document's inline script sends it before any module has loaded. */
      call?: ServerCall
      /** The shop, or every shop in scope, that the query is about. */
      shop?: string
      /** Which list it is a page of, where a screen has several. */
      list?: string
    }
  }
}

/** The queries that a write makes stale: all of a noun, or those of one endpoint. */
export type Stale = Resource | EndpointName

/** Key prefix of these queries: `member.list` is ['member', 'list']. */
export const keyOf = (name: Stale): readonly string[] => name.split('.')

/** Query options of one reading server function: the key is its endpoint and its input; a dropped query is aborted. */
export const serverQuery =
  <N extends EndpointName, Answer extends AnswerOf<N> = AnswerOf<N>>(name: N, read: ReadFunction<N, Answer>) =>
  (data: InputOf<N>) =>
    queryOptions({
      queryKey: [...keyOf(name), data] as const,
      queryFn: ({ signal }) => read({ data, signal }),
      meta: { call: { read: read as { url?: string }, data } },
    })

/** A list in pages. */
type PagedList = {
  [N in EndpointName]: AnswerOf<N> extends { list: unknown[]; paging: { total: number } } ? N : never
}[EndpointName]

/** Reads all pages of a list, of the requested size, for a choice that must not end with the first page. */
export function everyPage<N extends PagedList>(read: ReadFunction<N>): ReadFunction<N> {
  const readAll: ReadFunction<N> = async ({ data, signal }) => {
    const pageAt = (offset: number) =>
      read({ data: offset === 0 ? data : { ...data, offset }, ...(signal && { signal }) }) as Promise<
        AnswerOf<N> & { list: unknown[]; paging: { total: number } }
      >
    const answer = await pageAt(0)
    const list = [...answer.list]
    while (list.length < answer.paging.total) {
      const { list: more } = await pageAt(list.length)
      if (more.length === 0) break
      list.push(...more)
    }
    return { ...answer, list }
  }
  return Object.assign(readAll, { ...(read.url !== undefined && { url: read.url }) })
}

/** Query of one record for its form. Always refetched, since a form must not open on cached data. */
export const recordQuery =
  <N extends EndpointName>(name: N, read: ReadFunction<N>) =>
  (id: InputOf<N> extends { id: infer Id } ? Id : never) => ({
    ...serverQuery(name, read)({ id } as InputOf<N>),
    staleTime: 0,
  })

/** Invalidates these queries and 今日の対応, which counts from all of them; active queries are refetched. */
export const invalidate = (queryClient: QueryClient, ...names: readonly Stale[]) =>
  Promise.all(
    [...names, 'today' as const].map((name) =>
      queryClient.invalidateQueries({ queryKey: keyOf(name), refetchType: 'active' }),
    ),
  )
