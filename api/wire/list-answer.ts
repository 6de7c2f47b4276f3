/** The specification's list result: one page, each row mapped to its item, and the exact total. */
export const listAnswer = <Row, Item>(
  { offset, limit }: { offset: number; limit: number },
  { rows, total }: { rows: Row[]; total: number },
  toItem: (row: Row) => Item,
) => ({ params: { offset, limit }, list: rows.map(toItem), paging: { offset, count: rows.length, total } })
