/** The specification's list result: one page, told row by row, and the exact total. */
export const listAnswer = <Row, Told>(
  { offset, limit }: { offset: number; limit: number },
  { rows, total }: { rows: Row[]; total: number },
  tell: (row: Row) => Told,
) => ({ params: { offset, limit }, list: rows.map(tell), paging: { offset, count: rows.length, total } })
