// Limits of a file.

export const mostRows = 200_000
export const mostCells = 5_000_000
export const mostColumns = 200

export const tooManyRows = (most: number) =>
  `行が多すぎます。${most.toLocaleString('ja-JP')}行までに分けてください（書式だけの空の行は削除してください）。`
export const tooManyColumns = (columns: number) => `列が多すぎます（${columns}列）。${mostColumns}列までです。`
export const tooManyCells = 'ファイルの行か列が多すぎて読めません。いくつかに分けてください。'
