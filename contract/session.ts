import { z } from 'zod'
import { Empty, listOf, pageInput, zDateTime, zId } from './common.ts'
import { del, type Endpoints, get } from './endpoint.ts'

/** A sign-in of the caller. `id` is a public number; the id in the tokens is never shown. */
export const Session = z.strictObject({
  id: zId,
  /** 「Windows の Chrome」. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: zDateTime,
  /** Accurate to five minutes. */
  lastUsedAt: zDateTime,
  /** The session of this call. */
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

export const session = {
  list: get('/session/list', 'account.self', '自分がログイン中の端末の一覧', pageInput, listOf(Session)),
  removeOthers: del('/session/others', 'account.self', '自分のほかの端末をすべてログアウトさせる', Empty, Empty),
  remove: del('/session/:id', 'account.self', '自分の端末をログアウトさせる', { id: zId }, Empty),
} satisfies Endpoints
