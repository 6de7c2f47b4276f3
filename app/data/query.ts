import { queryOptions } from '@tanstack/react-query'

type ReadFunction<Data, Answer> = (options: { data: Data; signal?: AbortSignal }) => Promise<Answer>

/** Query options of one reading server function: the key is its name and its input, and a dropped query is aborted. */
export const serverQuery =
  <Data, Answer>(key: readonly [resource: string, verb: string], read: ReadFunction<Data, Answer>) =>
  (data: Data) =>
    queryOptions({ queryKey: [...key, data] as const, queryFn: ({ signal }) => read({ data, signal }) })
