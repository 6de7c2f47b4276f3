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
