type Cell = string | number

const quoted = (cell: Cell) =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)

/** As the provider's screens write it. */
export const csvOf = (headings: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [headings, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

export const percent = (part: number, whole: number) => (whole === 0 ? '' : `${((part / whole) * 100).toFixed(1)}%`)
