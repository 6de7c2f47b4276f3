import { queryOptions } from '@tanstack/react-query'

type ReadFunction<Data, Answer> = (options: { data: Data; signal?: AbortSignal }) => Promise<Answer>

/** A reading server function and its input. */
export interface ServerCall {
  read: { url?: string }
  data: unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the query calls: the document's inline script asks it before any module has arrived. */
      call?: ServerCall
      /** The shop, or every shop in scope, that the query is about. */
      shop?: string
    }
  }
}

/** Query options of one reading server function: the key is its name and its input, and a dropped query is aborted. */
export const serverQuery =
  <Data, Answer>(key: readonly [resource: string, verb: string], read: ReadFunction<Data, Answer>) =>
  (data: Data) =>
    queryOptions({
      queryKey: [...key, data] as const,
      queryFn: ({ signal }) => read({ data, signal }),
      meta: { call: { read, data } },
    })
