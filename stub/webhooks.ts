import { createHmac, randomUUID } from 'node:crypto'
import { hintKeys, theirKey } from '../provider/answers.ts'

/** How a webhook goes wrong, each switched on by its name. */
export const webhookModes = {
  early: 'comes half a minute before the change can be read',
  doubled: 'comes twice, with one nonce',
  old: 'was signed six minutes ago',
  wronglySigned: 'is signed with another secret',
  lost: 'does not come',
} as const
export type WebhookMode = keyof typeof webhookModes

export interface WebhookOptions {
  url: string
  secret: string
  /** Tests may take what is sent without a network. */
  deliver?: (sent: Webhook) => Promise<unknown>
}
export interface Webhook {
  url: string
  headers: { 'content-type': string; 'x-webhook-event': string }
  body: string
}

export function createWebhooks(now: () => number, options: WebhookOptions | undefined) {
  const modes = new Set<WebhookMode>()
  const sent: Webhook[] = []
  const pending = new Set<Promise<unknown>>()
  const deliver = options?.deliver ?? (({ url, ...init }) => fetch(url, { method: 'POST', ...init }))

  function webhook({ url, secret }: WebhookOptions, event: object): Webhook {
    const body = JSON.stringify({ id: randomUUID(), ...event })
    const timestamp = Math.floor(now() / 1000) - (modes.has('old') ? 360 : 0)
    const nonce = randomUUID()
    const key = modes.has('wronglySigned') ? `${secret}-` : secret
    const signature = createHmac('sha256', key).update(`${body}:${timestamp}:${nonce}`).digest('hex')
    const header = { timestamp, nonce, signature, signature_algorithm: 'HMAC-SHA256' }
    return { url, headers: { 'content-type': 'application/json', 'x-webhook-event': JSON.stringify(header) }, body }
  }

  return {
    on: (mode: WebhookMode) => void modes.add(mode),
    off: (mode: WebhookMode) => void modes.delete(mode),
    isOn: (mode: WebhookMode) => modes.has(mode),
    /** What was sent, in order. */
    sent,
    tell(event: { type: string }) {
      if (!options || modes.has('lost')) return
      const keyed = Object.entries(event).map(([key, value]) => [theirKey(hintKeys, key), value])
      const made = webhook(options, Object.fromEntries(keyed))
      for (const one of modes.has('doubled') ? [made, made] : [made]) {
        sent.push(one)
        // Nobody hears of one that fails: it is a hint.
        const delivery: Promise<unknown> = Promise.resolve(deliver(one))
          .catch(() => {})
          .finally(() => pending.delete(delivery))
        pending.add(delivery)
      }
    },
    /** After the last one has been answered. */
    settled: () => Promise.all(pending),
  }
}
