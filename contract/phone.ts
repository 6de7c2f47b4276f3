/** Prefixes of Japanese numbers and the positions of their hyphens; the first match counts. */
const shapes: [RegExp, string][] = [
  [/^(0800)(\d{3})(\d{4})$/, '$1-$2-$3'],
  [/^(0[5-9]0)(\d{4})(\d{4})$/, '$1-$2-$3'],
  [/^(0120|0570)(\d{3})(\d{3})$/, '$1-$2-$3'],
  [/^(0[36])(\d{4})(\d{4})$/, '$1-$2-$3'],
  [/^(0\d{2})(\d{3})(\d{4})$/, '$1-$2-$3'],
]

/** A phone number for reading: `090-1234-5678`. Masked numbers and other formats stay unchanged. */
export function phoneText(tel: string): string {
  const shape = shapes.find(([pattern]) => pattern.test(tel))
  return shape ? tel.replace(...shape) : tel
}

/** The last digits of a number that identify it nearly as well as all of them, as callers who leave out the area do. */
export const phoneEnd = 8

/**
 * The digits of a phone number in any spelling: of either width, with hyphens of any kind, spaces, brackets, a word before
 * it, the country code for the leading 0, or without that 0, which spreadsheets drop. The possible numbers, or the last
 * eight digits alone; none for other texts. `phone_digits` in SQL does the same with a stored number.
 */
export function phonesOf(text: string): string[] {
  const typed = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\s]/gu, '')
    .replace(/^(電話番号|携帯電話|電話|携帯|tel|fax)[:.]?/, '')
  if (!/^\+?[\d\p{Pd}−─━ー()[\]./・_~]+$/u.test(typed)) return []
  const digits = typed.replace(/\D/g, '').replace(/^(?:010|00)?81(0?)(?=[1-9]\d{8,9}$)/, '0')
  if (digits.length === phoneEnd) return [digits]
  if (digits.length < 9 || digits.length > 15) return []
  return digits.startsWith('0') || digits.length > 10 ? [digits] : [digits, `0${digits}`]
}
