import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** What one person sends again and again; paths and bodies in turn. */
export interface Greed {
  method: string
  headers: Record<string, string>
  addresses: string[]
  bodies: (string | Uint8Array)[]
  atOnce: number
}

/** Told by the process: how many answers there were so far, by status (0: none, the connection broke). */
export type Answers = Record<number, number>

/** The process of the one person (see `load.ts`): it sends what it is given until it is ended. */
process.once('message', (greed: Greed) => {
  // Callers have machines of their own; this one must not take the server's processor.
  setPriority(19)
  const answers: Answers = {}
  let turn = 0
  const send = async () => {
    for (;;) {
      turn += 1
      const body = greed.bodies[turn % greed.bodies.length] as BodyInit | undefined
      const address = greed.addresses[turn % greed.addresses.length] as string
      const answer = await fetch(address, {
        method: greed.method,
        headers: greed.headers,
        ...(body && { body }),
      }).catch(() => null)
      await answer?.arrayBuffer().catch(() => {})
      const status = answer?.status ?? 0
      answers[status] = (answers[status] ?? 0) + 1
      // Refused: nothing more to be had with this person's rates.
      if (status === 0 || status >= 400) await wait(1000)
    }
  }
  for (let at = 0; at < greed.atOnce; at += 1) void send()
  setInterval(() => process.send?.(answers), 50)
})
