import { ApiError } from '#contract/errors.ts'
import { clubSystemWebhookBytes, clubSystemWebhooks } from '#contract/words/club-system.ts'
import { type Accepting, acceptWebhook } from '../sync/inbox.ts'
import { readBytes } from './input.ts'
import type { App, Services } from './services.ts'

/**
 * `POST /api/webhooks/club-system/{connection}`: 204 at once for a webhook that the connected club system has signed,
 * and the same 404 for any other. Counted by network before anything is read.
 */
export function serveWebhooks(
  app: App,
  { database, clock, log, strangers }: Pick<Services, 'database' | 'clock' | 'log' | 'strangers'>,
  services: Pick<Accepting, 'driver' | 'sealing'>,
): void {
  app.post(`${clubSystemWebhooks}/:connection`, async (c) => {
    c.set('route', 'webhooks.clubSystem')
    c.header('Cache-Control', 'no-store')
    await strangers.webhook(c.get('address'))
    const body = await readBytes(c, clubSystemWebhookBytes)
    const connection = c.req.param('connection')
    if (!/^\w{1,64}$/.test(connection)) throw new ApiError('not_found')
    const sent = { connection, body, headers: (name: string) => c.req.header(name) }
    const outcome = await acceptWebhook({ database, now: clock(), ...services }, sent)
    if (outcome === 'late') log.event({ event: 'webhook', detail: 'signed, but more than five minutes from our clock' })
    if (outcome !== 'accepted') throw new ApiError('not_found')
    return c.body(null, 204)
  })
}
