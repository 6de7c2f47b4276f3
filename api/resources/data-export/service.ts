import { and, eq, gt } from 'drizzle-orm'
import type { DataExport, dataExport } from '#contract/data-export.ts'
import { ApiError } from '#contract/errors.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { required } from '../../db/records.ts'
import { dataExport as table } from '../../db/schema/data-export.ts'
import { expiryOf, partOf } from '../../export/parts.ts'
import { clearCodes, countCode, spendCode, stateOfSecondFactor, wrongCode } from '../../identity/second-factor.ts'
import type { Sealing } from '../../lib/sealing.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { wireOf } from '../../wire/rows.ts'

interface ExportServices {
  sealing: Sealing
  jobs: Jobs
}

export const dataExportHandlers = ({ sealing, jobs }: ExportServices): Handlers<typeof dataExport> => ({
  get: async (ctx) => {
    const [found] = await ctx.scoped.select().from(table).where(mine(ctx))
    const { confirmedAt } = await stateOfSecondFactor(ctx.scoped, ctx.principal.staffId)
    return { export: found ? toExport(found) : null, hasSecondFactor: confirmedAt !== null }
  },

  create: {
    prepare: async ({ withHealthDays, reason }, { principal: { staffId }, now, read, write }) => {
      if (withHealthDays && reason === null) {
        throw new ApiError('invalid', { fields: { reason: '日次ログを含める理由を入力してください。' } })
      }
      const { confirmedAt } = await read((scoped) => stateOfSecondFactor(scoped, staffId))
      if (confirmedAt === null) throw new ApiError('invalid', { message: '先に2段階認証を設定してください。' })
      await jobs.ready()
      await write((scoped) => countCode(scoped, staffId, now))
      return async (ctx, input) => {
        if (!(await spendCode(ctx.scoped, staffId, input.code, ctx.now))) throw wrongCode()
        await clearCodes(ctx.scoped, staffId)
        if (input.withHealthDays) ctx.reach('log.export')
        const [running] = await ctx.scoped
          .select({ id: table.id })
          .from(table)
          .where(and(mine(ctx), eq(table.state, 'making')))
        if (running) throw new ApiError('conflict', { message: '作成中です。終わるまでお待ちください。' })
        // One for each person: the one before goes.
        await ctx.scoped.delete(table).where(eq(table.staffId, staffId))
        const [made] = await ctx.scoped
          .insert(table)
          .values({
            ...{ staffId, state: 'making', withHealthDays: input.withHealthDays, reason: input.reason },
            ...{ createdAt: ctx.now, expiresAt: expiryOf(ctx.now) },
          })
          .returning()
        const saved = required(made)
        await jobs.add(ctx.scoped, 'export', { exportId: saved.id })
        ctx.audit({ resourceId: saved.id, ...(input.reason !== null && { reason: input.reason }) })
        return toExport(saved)
      }
    },
  },

  part: async (ctx, { id, at }) => {
    required(await ownOf(ctx, id))
    return { base64: required(await partOf(ctx.scoped, sealing, id, Number(at))) }
  },

  remove: async (ctx, { id }) => {
    required(await ownOf(ctx, id))
    await ctx.scoped.delete(table).where(eq(table.id, id))
    ctx.audit({ resourceId: id })
    return {}
  },
})

/** Nobody else's: head office sees the rows of all staff. */
const mine = ({ principal, now }: Ctx) => and(eq(table.staffId, principal.staffId), gt(table.expiresAt, now))

const ownOf = async (ctx: Ctx, id: string) =>
  (
    await ctx.scoped
      .select()
      .from(table)
      .where(and(mine(ctx), eq(table.id, id)))
  )[0] ?? null

const toExport = ({ staffId: _, reason: __, ...row }: typeof table.$inferSelect): DataExport => wireOf(row)
