export const isClock = (text: string) => /^\d{2}:\d{2}$/.test(text)

/** 「1050」, 「１０：５０」 and 「10時50分」 are 10:50; with `isDone` also 「930」 and 「9:30」 09:30, before that half a time. */
export function clockOf(typed: string, isDone = false): string {
  const text = typed.normalize('NFKC').trim()
  const [, hour, minute] = /^(\d{1,2})[:時]?(\d{2})分?$/.exec(text) ?? []
  if (hour === undefined || (hour.length === 1 && !isDone)) return text
  return `${hour.padStart(2, '0')}:${minute}`
}
