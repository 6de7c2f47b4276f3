/** How long the pointer or the focus must rest on something, so that passing asks for nothing, in milliseconds. */
const rest = 20
/** When the last two were asked for. */
const recent = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Asks for what a press would open, once the pointer or the focus rests there, at most twice a second in the whole app;
 * a later target replaces one that still waits. Returns a function that drops it.
 */
export function askAhead(ask: () => void): () => void {
  clearTimeout(timer)
  const [older = 0] = recent
  const own = setTimeout(
    () => {
      recent.shift()
      recent.push(performance.now())
      ask()
    },
    Math.max(rest, older + 1000 - performance.now()),
  )
  timer = own
  return () => clearTimeout(own)
}
