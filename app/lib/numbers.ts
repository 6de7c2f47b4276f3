/** The number that a text or a number says, such as `0.3`; 0 where it says none. */
export function parseNumber(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}

/** The whole number that a text or a number says; 0 where it says none. */
export function parseWhole(value: unknown): number {
  const number = parseNumber(value)
  return Number.isSafeInteger(number) ? number : 0
}

/** A whole number from `least` to `most`; undefined where it is another. No number counts as 0. */
export function wholeWithin(value: unknown, least: number, most: number): number | undefined {
  const number = parseWhole(value)
  return number >= least && number <= most ? number : undefined
}
