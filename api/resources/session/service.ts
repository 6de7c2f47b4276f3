import { ApiError } from '#contract/errors.ts'
import type { session } from '#contract/session.ts'
import type { Handlers } from '../../context.ts'
import { endSession } from '../../identity/session.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { deviceOf } from './device.ts'
import { endOther, endOthers, isCurrent, listSessions } from './repository.ts'

export const sessionHandlers: Handlers<typeof session> = {
  list: async (ctx, input) =>
    listAnswer(input, await listSessions(ctx, input), ({ id, sid, userAgent, ip, createdAt, lastUsedAt }) => ({
      id,
      device: deviceOf(userAgent),
      ip,
      createdAt: toTokyoDateTime(createdAt),
      lastUsedAt: toTokyoDateTime(lastUsedAt),
      isCurrent: sid === ctx.principal.sid,
    })),

  removeOthers: async (ctx) => {
    await endOthers(ctx)
    return {}
  },

  remove: async (ctx, { id }) => {
    // Ending one's own session by its number is signing out.
    if (await isCurrent(ctx, id)) await endSession(ctx.scoped, ctx.principal.sid, ctx.now)
    else if ((await endOther(ctx, id)) === 0) throw new ApiError('not_found')
    ctx.audit({ resourceId: id })
    return {}
  },
}
