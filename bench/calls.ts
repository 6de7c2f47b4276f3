import { median, percentile, printTable } from './figures.ts'

export interface Call {
  name: string
  send: () => Promise<Response>
}

async function time(send: () => Promise<Response>): Promise<number> {
  const started = performance.now()
  const response = await send()
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  return performance.now() - started
}

/** Each call alone, one after the other, in turn with the others; p50 and p99 in milliseconds. */
export async function benchCalls(calls: Call[], rounds: number): Promise<Map<string, number[]>> {
  const samples = new Map<string, number[]>(calls.map((call) => [call.name, []]))
  for (const call of calls) for (let i = 0; i < 20; i++) await time(call.send)
  for (let round = 0; round < rounds; round++) {
    for (const call of calls) samples.get(call.name)?.push(await time(call.send))
  }
  return samples
}

export function printCalls(title: string, samples: Map<string, number[]>) {
  printTable(
    title,
    [...samples].map(([name, times]) => ({
      call: name,
      'p50 ms': median(times).toFixed(2),
      'p99 ms': percentile(times, 0.99).toFixed(2),
    })),
  )
}
