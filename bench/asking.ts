import { median, percentile, printTable } from './figures.ts'

export type Ask = (path: string, accept?: string) => Promise<Response>

export async function answered(ask: Ask, path: string): Promise<{ ms: number; body: string }> {
  for (;;) {
    const started = performance.now()
    const response = await ask(path)
    const body = await response.text()
    const ms = performance.now() - started
    if (response.ok) return { ms, body }
    if (response.status !== 429) throw new Error(`${path} answered ${response.status}: ${body}`)
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)))
  }
}

/** Requests each path `rounds` times, interleaved, after three warm-up rounds; some paths depend on the round. */
export async function timesOf(
  ask: Ask,
  rounds: number,
  paths: Record<string, string | ((round: number) => string)>,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  for (let round = -3; round < rounds; round += 1) {
    for (const [name, path] of Object.entries(paths)) {
      const { ms } = await answered(ask, typeof path === 'string' ? path : path(round + 3))
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  return times
}

export function printTimes(title: string, times: ReadonlyMap<string, number[]>) {
  printTable(
    title,
    [...times].map(([call, samples]) => ({
      call,
      'p50 ms': median(samples).toFixed(1),
      'p95 ms': percentile(samples, 0.95).toFixed(1),
    })),
  )
}
