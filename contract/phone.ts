/** Starts of Japanese numbers and where their hyphens stand; the first that fits counts. */
const shapes: [RegExp, string][] = [
  [/^(0800)(\d{3})(\d{4})$/, '$1-$2-$3'],
  [/^(0[5-9]0)(\d{4})(\d{4})$/, '$1-$2-$3'],
  [/^(0120|0570)(\d{3})(\d{3})$/, '$1-$2-$3'],
  [/^(0[36])(\d{4})(\d{4})$/, '$1-$2-$3'],
  [/^(0\d{2})(\d{3})(\d{4})$/, '$1-$2-$3'],
]

/** A phone number as people read it: `090-1234-5678`. What is masked or of another shape stays as it is. */
export function phoneText(tel: string): string {
  const shape = shapes.find(([pattern]) => pattern.test(tel))
  return shape ? tel.replace(...shape) : tel
}
