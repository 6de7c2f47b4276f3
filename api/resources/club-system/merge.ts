import { eq, sql } from 'drizzle-orm'
import type { ClubMerge, MergeRow } from '#contract/club-merge.ts'
import type { clubSystem } from '#contract/club-system.ts'
import { ApiError } from '#contract/errors.ts'
import {
  type MergeGroupKey,
  type MergeState,
  mergeGroups,
  mergeRevocableDays,
  mergeStates,
} from '#contract/words/club-merge.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { clubMerge } from '../../db/schema/club-merge.ts'
import { importFile } from '../../db/schema/import.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { Jobs } from '../../mail/jobs.ts'
import { type Connecting, withClubSystem } from '../../sync/connection.ts'
import { chooseFirst, needsChoice } from '../../sync/merge/hold.ts'
import { askForSample, compareSample } from '../../sync/merge/sample.ts'
import { rememberBefore } from '../../sync/merge/take-back.ts'
import { beginRun, refusalOf } from '../../sync/runs.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { listMergeRows, readImports, readMergeShown, readWaitingMerge } from './merge-repository.ts'

// Imported data and a club system that was not read yet (decision 0106): what a person sees of it, and says.

type MergeVerbs = Pick<
  Handlers<typeof clubSystem>,
  'merge' | 'merges' | 'mergeRows' | 'compareSample' | 'chooseMerge' | 'answerMerge' | 'takeBackMerge'
>

export const mergeHandlers = (
  services: Connecting & { jobs: Jobs },
  failed: (error: unknown) => never,
): MergeVerbs => ({
  merge: mergeOf,

  merges: async ({ scoped }, input) => {
    const found = await readWaitingMerge(scoped)
    const isWaiting = found !== null && waitsForSomebody.includes(found.state)
    const rows = isWaiting ? [{ id: '1', ...found }] : []
    const page = rows.slice(input.offset, input.offset + input.limit)
    return listAnswer(input, { rows: page, total: rows.length }, (row) => row)
  },

  mergeRows: async ({ scoped }, input) => {
    const { brandCode } = await refusalOf(scoped)
    return listAnswer(input, await listMergeRows(scoped, brandCode, input), (row): MergeRow => row)
  },

  compareSample: {
    prepare: async (_, before) => {
      await before.read((scoped) => requireState(scoped, ['open'], false))
      const sampled = await withClubSystem(services, before, (system) => askForSample(system, before.now)).catch(failed)
      return async (ctx) => {
        const { scoped, now } = ctx
        const { brandCode } = await requireState(scoped, ['open'])
        const { driver, sealing } = services
        const sample = await compareSample(scoped, { brandCode, readRow: driver.readRow, sealing, now }, sampled)
        await scoped
          .insert(clubMerge)
          .values({ brandCode, state: 'open', sample })
          .onConflictDoUpdate({ target: clubMerge.brandCode, set: { sample, sentence: null } })
        return mergeOf(ctx)
      }
    },
  },

  chooseMerge: {
    prepare: async () => {
      await services.jobs.ready()
      return async (ctx, { choice, importIds }) => {
        const next = choice === 'undo' ? 'undoing' : 'reading'
        const { brandCode, row } = await requireState(ctx.scoped, ['open', next])
        // Pressed twice.
        if (row?.state === next) return mergeOf(ctx)
        if (choice === 'undo' && !ctx.can('import.run')) throw new ApiError('forbidden')
        const set = choice === 'undo' ? await beginUndo(ctx, services.jobs, importIds) : await beginReading(ctx)
        const said = { ...set, sentence: null, decidedBy: ctx.principal.staffId, decidedAt: ctx.now }
        await ctx.scoped
          .insert(clubMerge)
          .values({ brandCode, ...said })
          .onConflictDoUpdate({ target: clubMerge.brandCode, set: said })
        if (choice === 'compare') {
          await beginRun(ctx.scoped, { brandCode, kind: 'manual', staffId: ctx.principal.staffId, now: ctx.now })
        }
        ctx.audit({ diff: { stage: { before: 'open', after: set.state } } })
        return mergeOf(ctx)
      }
    },
  },

  answerMerge: async (ctx, { stage, answers }) => {
    const { scoped, principal, now } = ctx
    const state = stage === 'people' ? 'writingPeople' : 'writing'
    const { brandCode, row } = await requireState(scoped, [stage, state])
    if (row?.state === state) return mergeOf(ctx)
    const open = (row?.groups ?? []).filter(({ key }) => mergeGroups[key].stage === stage)
    const given = Object.fromEntries(answers.map(({ key, answer }) => [key, answer]))
    const missing = open.find(({ key }) => given[key] === undefined)
    if (missing) {
      throw new ApiError('invalid', {
        fields: { answers: `「${mergeGroups[missing.key].label}」に回答してください。` },
      })
    }
    await scoped
      .update(clubMerge)
      .set({ state, answers: given, decidedBy: principal.staffId, decidedAt: now })
      .where(eq(clubMerge.brandCode, brandCode))
    const said = open.map(
      ({ key, rows }) => `${mergeGroups[key].label}（${rows}件）: ${answerOf(key, given[key] ?? '')}`,
    )
    ctx.audit({
      diff: {
        stage: { before: stage, after: state },
        ...(said.length > 0 && { answers: { before: null, after: said.join('、') } }),
      },
    })
    return mergeOf(ctx)
  },

  takeBackMerge: async (ctx) => {
    const { brandCode, row } = await requireState(ctx.scoped, ['merged', 'people', 'comparing', 'facts', 'takingBack'])
    if (row?.state === 'takingBack') return mergeOf(ctx)
    if (!row || !isRevocable(row, ctx.now)) throw new ApiError('conflict', { message: tooLate })
    await ctx.scoped.update(clubMerge).set({ state: 'takingBack' }).where(eq(clubMerge.brandCode, brandCode))
    ctx.audit({ diff: { stage: { before: row.state, after: 'takingBack' } } })
    return mergeOf(ctx)
  },
})

const waitsForSomebody: readonly MergeState[] = ['open', 'people', 'facts']

const tooLate = `反映から${mergeRevocableDays}日を過ぎたため、反映前に戻せません。`

const answerOf = (key: MergeGroupKey, answer: string) =>
  (mergeGroups[key].answers as Readonly<Record<string, string>>)[answer] ?? answer

type Row = typeof clubMerge.$inferSelect

/** The merge, held, where it is in one of these states; `open` is also one that nobody has looked at. */
async function requireState(scoped: Ctx['scoped'], states: readonly MergeState[], isHeld = true) {
  const { brandCode, refusal } = await refusalOf(scoped)
  // Without a permission or shops nothing can be compared or read.
  if (refusal !== null && refusal !== chooseFirst && states.includes('open')) {
    throw new ApiError('conflict', { message: refusal })
  }
  const found = scoped.select().from(clubMerge).where(eq(clubMerge.brandCode, brandCode))
  const [row] = await (isHeld ? found.for('update') : found)
  const state = row?.state ?? ((await needsChoice(scoped, brandCode)) ? 'open' : null)
  if (state === null || !states.includes(state)) {
    const what = state === null ? '突き合わせは必要ない' : `「${mergeStates[state]}」の`
    throw new ApiError('conflict', { message: `${what}ため、この操作はできません。画面を更新してください。` })
  }
  return { brandCode, row: row ?? null }
}

/** Everything that was here is remembered, so that it can be restored. */
async function beginReading({ scoped }: Ctx) {
  return { state: 'reading' as const, before: await rememberBefore(scoped), answers: {}, groups: [], compared: [] }
}

/** Takes imports back in the order in which they may go: facts before the members whose they are, the newest first. */
async function beginUndo({ scoped, principal, now }: Ctx, jobs: Jobs, importIds: readonly string[]) {
  const offered = await readImports(scoped, now)
  const chosen = offered.filter(({ id }) => importIds.includes(id))
  if (chosen.length === 0 || chosen.length < importIds.length) {
    throw new ApiError('invalid', { fields: { importIds: '取り消す取り込みを選んでください。' } })
  }
  const inOrder = [...chosen.filter(({ kind }) => kind !== 'member'), ...chosen.filter(({ kind }) => kind === 'member')]
  for (const { id } of inOrder) {
    await scoped
      .update(importFile)
      .set({ state: 'undoing', failure: null, stepBy: principal.staffId, stepNo: sql`${importFile.stepNo} + 1` })
      .where(eq(importFile.id, id))
    await jobs.add(scoped, 'import', { importId: id }, principal.staffId)
  }
  return { state: 'undoing' as const, imports: inOrder.map(({ id }) => Number(id)) }
}

const isRevocable = ({ before, mergedAt }: Pick<Row, 'before' | 'mergedAt'>, now: Date) =>
  before !== null && (mergedAt === null || endOf(mergedAt) > now)
const endOf = (mergedAt: Date) => new Date(mergedAt.getTime() + mergeRevocableDays * 86_400_000)

/** Null: nothing of files met a club system that was not read yet. */
async function mergeOf({ scoped, now }: Pick<Ctx, 'scoped' | 'now'>): Promise<ClubMerge | null> {
  const { brandCode, refusal } = await refusalOf(scoped)
  const row = await readMergeShown(scoped, brandCode)
  const isNeeded = !row && refusal !== null && (await needsChoice(scoped, brandCode))
  if (!row && !isNeeded) return null
  const state = row?.state ?? 'open'
  return {
    ...{ state, sample: row?.sample ?? null, compared: row?.compared ?? [], sentence: row?.sentence ?? null },
    groups: (row?.groups ?? []).map((group) => ({ ...group, answer: row?.answers[group.key] ?? null })),
    imports: state === 'open' ? await readImports(scoped, now) : [],
    decidedBy: row?.decidedBy ?? null,
    decidedAt: row?.decidedAt ? toTokyoDateTime(row.decidedAt) : null,
    revocableUntil:
      row?.state === 'merged' && row.mergedAt && isRevocable(row, now) ? toTokyoDateTime(endOf(row.mergedAt)) : null,
  }
}
