import type { ListColumn } from '~/components/resource-table/types'

/** Column with the shop, if there are several. `width` in pixels. */
export const shopColumn = (width: number): ListColumn<{ shopName: string }> => ({
  id: 'shop',
  label: '店舗',
  width,
  card: 'text',
  sortKey: 'shop',
  cell: ({ shopName }) => shopName,
})
