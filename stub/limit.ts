/** So many calls in each second of the clock. */
export function createLimit(clock: () => number, perSecond: number) {
  let second = { at: 0, calls: 0 }
  /** Whether this second has had its calls. */
  return () => {
    const at = Math.floor(clock() / 1000)
    second = second.at === at ? { at, calls: second.calls + 1 } : { at, calls: 1 }
    return second.calls > perSecond
  }
}
