import type { ListColumn } from '~/components/resource-table/types'

/** Where it happened, in pixels so wide: only where there are several shops. */
export const shopColumn = (width: number): ListColumn<{ shopName: string }> => ({
  id: 'shop',
  label: '店舗',
  width,
  card: 'text',
  sortKey: 'shop',
  cell: ({ shopName }) => shopName,
})
