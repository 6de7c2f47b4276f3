/** How long the pointer or the focus must rest on something, so that passing requests nothing, in milliseconds. */
const rest = 20
/** When the last two were requested. */
const recent = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Prefetches what a press would open, once the pointer or the focus rests there, at most twice a second in the whole app;
 * a later target replaces one that still waits. Returns a function that drops it.
 */
export function prefetchSoon(prefetch: () => void): () => void {
  clearTimeout(timer)
  const [older = 0] = recent
  const own = setTimeout(
    () => {
      recent.shift()
      recent.push(performance.now())
      prefetch()
    },
    Math.max(rest, older + 1000 - performance.now()),
  )
  timer = own
  return () => clearTimeout(own)
}
