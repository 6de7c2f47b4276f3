/** A number as it was typed: null when empty; text that is no number stays as it is, for the schema to refuse. */
export type TypedNumber = number | string | null

/** Parses input, including full-width digits and separators. */
export function readNumber(typed: string): TypedNumber {
  const text = typed.normalize('NFKC').replaceAll(/[,\s]/g, '')
  if (text === '') return null
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : typed
}

/** How a spreadsheet shows 0 in its accounting format. */
const zero = /^[¥\\]?[-‐–—―−ー]$/

/**
 * Reads an amount as spreadsheets show it: ` ¥600,000 `, `1,200,000円`, `40名`, `▲500`, `(500)`. A dash alone is 0
 * (decision 0113).
 */
export function readAmount(typed: string): TypedNumber {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[,\s]/g, '')
    .replace(/[円名人]$/, '')
  if (zero.test(text)) return 0
  const [, open, sign, digits, close] = /^(\()?([-+−▲△]?[¥\\]?|[¥\\][-+−▲△])(\d+(?:\.\d+)?)(\))?$/.exec(text) ?? []
  if (digits === undefined || (open === undefined) !== (close === undefined)) return readNumber(typed)
  const isNegative = open !== undefined || /[-−▲△]/.test(sign ?? '')
  return isNegative ? -Number(digits) : Number(digits)
}

/** Why an amount cannot be saved, as a sentence for its cell; null where it can, also when empty. */
export function amountFault(value: TypedNumber, most: number): string | null {
  if (value === null) return null
  if (typeof value === 'string') return `「${value.trim()}」は読み取れません。数字で入力してください。`
  if (!Number.isInteger(value)) return '整数で入力してください。'
  if (value < 0) return '0以上で入力してください。'
  return value > most ? `${most.toLocaleString('ja-JP')}以下で入力してください。` : null
}
