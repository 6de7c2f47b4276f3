// On the first of a month the running month has no data yet, and on the second a single day. The stories then take place
// on the last day of the month before: in every process that they start, and in the pages that they open.

const dayMs = 86_400_000

/** Puts a clock that is off by `ms` in the place of Date's. Self-contained, because pages run it too. @param {number} ms */
export function shiftClock(ms) {
  const Original = Date
  if ('shifted' in Original) return
  globalThis.Date = new Proxy(Original, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [Original.now() + ms] : given, newTarget),
    apply: () => new Original(Original.now() + ms).toString(),
    get: (target, key, receiver) => {
      if (key === 'now') return () => Original.now() + ms
      if (key === 'shifted') return true
      return Reflect.get(target, key, receiver)
    },
    has: (target, key) => key === 'shifted' || key in target,
  })
  // Libraries compare the constructor of a value with Date.
  Original.prototype.constructor = globalThis.Date
}

const set = process.env.STORIES_SHIFT_MS
const day = Number(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', day: '2-digit' }).format(new Date()))
/** Milliseconds; 0 from the third on. */
export const shiftMs = set === undefined ? (day <= 2 ? -day * dayMs : 0) : Number(set)

if (shiftMs !== 0) {
  if (set === undefined) {
    process.env.STORIES_SHIFT_MS = String(shiftMs)
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`.trim()
  }
  shiftClock(shiftMs)
}
