import { useCan } from '~/auth/session'
import type { ShopChoice } from '~/shop/selected-shop'
import { useSelectedShop } from '~/shop/selected-shop'
import type { FigureSearch } from './queries'

interface RowsBehind<Search extends FigureSearch, Params, Query> {
  /** The endpoint's input for a URL. */
  requested: (search: Search, shops?: readonly ShopChoice[]) => Params
  query: (params: Params) => Query
  exportRows: (call: { data: Params; signal: AbortSignal }) => Promise<Response>
  /** The right to the file. */
  permission: Parameters<ReturnType<typeof useCan>>[0]
}

/** Where the rows behind a figure come from, on the screen and as a file. */
export function useRowsBehind<Search extends FigureSearch, Params, Query>(
  search: Search,
  { requested, query, exportRows, permission }: RowsBehind<Search, Params, Query>,
) {
  const mayExport = useCan()(permission)
  const { shop, shops } = useSelectedShop(search.shop)
  return {
    ofSeveralShops: shop === undefined,
    params: requested(search, shops),
    /** For the list. */
    source: {
      query: (of: Search) => query(requested(of, shops)),
      csv: mayExport && ((of: Search, signal: AbortSignal) => exportRows({ data: requested(of, shops), signal })),
    },
  }
}
