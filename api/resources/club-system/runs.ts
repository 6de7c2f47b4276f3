import type { SyncRun, SyncRuns } from '#contract/club-sync.ts'
import type { clubSystem } from '#contract/club-system.ts'
import { ApiError } from '#contract/errors.ts'
import { translatedFieldNames, translatedFields } from '#contract/words/club-sync.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import { expectedEnd } from '../../sync/expected-end.ts'
import { resources } from '../../sync/provider-rows.ts'
import { beginRun, refusalOf, stopRun } from '../../sync/runs.ts'
import { answerWord, readParts, readRuns, readWord, readWords } from './runs-repository.ts'

type RunVerbs = Pick<Handlers<typeof clubSystem>, 'runs' | 'startRun' | 'stopRun' | 'answerWord'>

export const runHandlers: RunVerbs = {
  runs: runsOf,

  startRun: async (ctx) => {
    const { scoped, principal, now } = ctx
    const { brandCode, refusal } = await refusalOf(scoped)
    if (refusal !== null) throw new ApiError('conflict', { message: refusal })
    const { id, before } = await beginRun(scoped, { brandCode, kind: 'manual', staffId: principal.staffId, now })
    if (before !== 'running') ctx.audit({ resourceId: id, diff: { state: { before, after: 'running' } } })
    return runsOf(ctx)
  },

  stopRun: async (ctx) => {
    const stopped = await stopRun(ctx.scoped, ctx.now)
    if (stopped) {
      const { id, before, after } = stopped
      ctx.audit({ resourceId: id, diff: { state: { before, after } } })
    }
    return runsOf(ctx)
  },

  answerWord: async (ctx, { field, word, answer }) => {
    const { scoped, principal, now } = ctx
    const { brandCode } = await refusalOf(scoped)
    const known = await readWord(scoped, { brandCode, field, word })
    if (!known) throw new ApiError('not_found')
    await answerWord(scoped, { brandCode, field, word, answer, staffId: principal.staffId, now })
    const said = (meaning: string | null) =>
      `${translatedFieldNames[field]}「${word}」: ${meaning === null ? '未回答' : (translatedFields[field].words as Record<string, string>)[meaning]}`
    if (known.answer !== answer) ctx.audit({ diff: { answer: { before: said(known.answer), after: said(answer) } } })
    return runsOf(ctx)
  },
}

async function runsOf({ scoped, now }: Pick<Ctx, 'scoped' | 'now'>): Promise<SyncRuns> {
  const { brandCode, refusal } = await refusalOf(scoped)
  const runs = await readRuns(scoped)
  const parts = Map.groupBy(
    await readParts(
      scoped,
      runs.map(({ id }) => id),
    ),
    ({ runId }) => runId,
  )
  const shown = runs.map((run, at): SyncRun => {
    const own = (parts.get(run.id) ?? []).sort((a, b) => resources.indexOf(a.resource) - resources.indexOf(b.resource))
    const before = runs.slice(at + 1).flatMap(({ id }) => parts.get(id) ?? [])
    const expected = run.state === 'running' ? expectedEnd(own, before, now) : null
    return {
      ...{ id: run.id, kind: run.kind, state: run.state, sentence: run.sentence },
      requestedBy: run.requestedBy,
      beganAt: toTokyoDateTime(run.beganAt),
      endedAt: run.endedAt && toTokyoDateTime(run.endedAt),
      expectedEndAt: expected && toTokyoDateTime(expected),
      parts: own.map(({ runId: _, beganAt: _began, reasons, ...part }) => ({
        ...part,
        reasons: Object.entries(reasons).map(([reason, rows]) => ({ reason, rows })),
      })),
    }
  })
  const isOpen = ({ state }: SyncRun) => state === 'running' || state === 'stopping' || state === 'stopped'
  return {
    refusal,
    current: shown.find(isOpen) ?? null,
    past: shown.filter((run) => !isOpen(run)),
    words: await readWords(scoped, brandCode),
  }
}
