import { eq, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { fileImport, Import, ImportAnswers, ImportRow, ListedImport } from '#contract/file-import.ts'
import type { Permission } from '#contract/permissions.ts'
import {
  firstAnswers,
  type ImportKind,
  type ImportState,
  importPartBytes,
  importStates,
} from '#contract/words/import.ts'
import { importColumns } from '#contract/words/import-columns.ts'
import type { Ctx, Handlers, PreparedVerb } from '../../context.ts'
import { required } from '../../db/records.ts'
import { importFile } from '../../db/schema/import.ts'
import { shopNames } from '../../import/check.ts'
import { copyParts, expiryOf, fileOf, givenUp, isAtWork, storePart } from '../../import/files.ts'
import { errorHeading } from '../../import/find-columns.ts'
import type { KindOfRows, Kinds } from '../../import/kinds.ts'
import { readKind } from '../../import/read-kind.ts'
import { FileRefused } from '../../import/refusal.ts'
import { shownValue } from '../../import/shown-value.ts'
import type { Sealing } from '../../lib/sealing.ts'
import type { Jobs } from '../../mail/jobs.ts'
import type { CsvExports } from '../../wire/csv.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { wireOf } from '../../wire/rows.ts'
import { requireShops } from '../shop/require-shop.ts'
import { overviewOf } from './overview.ts'
import {
  type FileRow,
  fileById,
  forgetRows,
  holdFile,
  type ImportedRow,
  listFiles,
  listRows,
  openFiles,
  wholeFile,
} from './repository.ts'
import { fileWithErrors } from './whole-file.ts'

type Api = typeof fileImport

const mostOpenFiles = 10

interface ImportServices {
  kinds: Kinds
  sealing: Sealing
  jobs: Jobs
}

export const importHandlers = ({ kinds, sealing, jobs }: ImportServices): Handlers<Api> => ({
  list: async (ctx, input) => listAnswer(input, await listFiles(ctx, input), (row) => toListed(ctx, row)),

  get: async (ctx, { id }) => toImport(ctx, required(await fileById(ctx, id))),

  overview: async (ctx) => overviewOf(ctx, await shopNames(ctx.scoped, ctx.shops)),

  create: async (ctx, draft) => {
    requireRight(ctx, draft.kind, 'write')
    const { same, open } = await openFiles(ctx, draft)
    // Its upload goes on where it broke off.
    if (same) return toImport(ctx, required(await fileById(ctx, same)))
    return toImport(ctx, await makeFile(ctx, open, { ...draft, answers: firstAnswers() }))
  },

  // Read before the transaction: nobody waits for it meanwhile.
  findKind: {
    prepare: async ({ id }, { principal: { staffId }, read }) => {
      const found = await read(async (scoped) => {
        const file = await wholeFile(scoped, id)
        return file && fileOf(scoped, sealing, file)
      })
        .then((bytes) => bytes && readKind(bytes, staffId))
        .catch(refusalOf)
      return (ctx) => takeKind(ctx, id, found)
    },
  },

  again: async (ctx, { id, kind }) => {
    const { kind: before, state, name, size, sha256, answers } = required(await holdFile(ctx, id))
    requireRight(ctx, before, 'write')
    requireRight(ctx, kind, 'write')
    if (state !== 'checked' && state !== 'written') throw new ApiError('conflict', { message: notNow(state) })
    const draft = { kind, name, size, sha256 }
    const { same, open } = await openFiles(ctx, draft)
    // The call before has made it.
    if (same) return toImport(ctx, required(await fileById(ctx, same)))
    const made = await makeFile(ctx, open, { ...draft, received: size, answers: answersForBoth(answers, before, kind) })
    await copyParts(ctx.scoped, sealing, id, made.id)
    return toImport(ctx, made)
  },

  part: async (ctx, { id, bytes, ...given }) => {
    const start = Number(given.start)
    const { state, size, received } = required(await holdFile(ctx, id))
    ctx.audit({ resourceId: id })
    // A part that is here already, of an upload that goes on.
    if (start < received) return { received }
    if (state !== 'uploading' || start > received) throw new ApiError('conflict', { message: notNow(state) })
    if (bytes.length !== Math.min(importPartBytes, size - start)) {
      throw new ApiError('invalid', { fields: { bytes: 'ファイルの一部の長さが正しくありません。' } })
    }
    await storePart(ctx.scoped, sealing, { importId: id, start, bytes })
    await ctx.scoped
      .update(importFile)
      .set({ received: received + bytes.length })
      .where(eq(importFile.id, id))
    return { received: received + bytes.length }
  },

  rows: async (ctx, input) => {
    const file = required(await fileById(ctx, input.id))
    const shops = new Map((await shopNames(ctx.scoped, ctx.shops)).map(({ id, name }) => [id, name]))
    const found = await rowsInSight(ctx, file, input)
    return listAnswer(input, found, toRow(kinds[file.kind], shops, ctx.can('import.release')))
  },

  check: step(jobs, async (ctx, { id, kind, ...answers }) => {
    const file = required(await holdFile(ctx, id))
    requireRight(ctx, file.kind, 'write')
    if (kind) requireRight(ctx, kind, 'write')
    const isWhole = file.received === file.size
    if (!isWhole || !['uploading', 'checked', 'failed'].includes(file.state)) {
      throw new ApiError('conflict', { message: notNow(file.state) })
    }
    await requireShops(ctx, Object.values(answers.values.shop ?? {}))
    ctx.audit({ resourceId: id })
    // What was found in it as rows of another kind says nothing of these.
    const isOther = kind !== undefined && kind !== file.kind
    if (isOther) await forgetRows(ctx.scoped, id)
    return {
      ...{ state: 'checking', answers, shopIds: shopIdsOf(ctx), done: 0, total: null, failure: null },
      ...(isOther && { kind, result: null }),
    }
  }),

  // Whoever brought the file goes on with what its check has found.
  release: async (ctx, { id }) => {
    await requireWaiting(ctx, id)
    await ctx.scoped.update(importFile).set({ state: 'checked' }).where(eq(importFile.id, id))
    return toImport(ctx, required(await fileById(ctx, id)))
  },

  refuse: async (ctx, { id }) => {
    await requireWaiting(ctx, id)
    await forgetRows(ctx.scoped, id)
    const failure = '本部が確認し、このファイルの取り込みは認められませんでした。'
    await ctx.scoped.update(importFile).set({ state: 'failed', result: null, failure }).where(eq(importFile.id, id))
    return toImport(ctx, required(await fileById(ctx, id)))
  },

  write: step(jobs, async (ctx, { id }) => {
    const { kind, state, result, answers, stepBy } = required(await holdFile(ctx, id))
    requireRight(ctx, kind, 'write')
    // Another's check was with their rights, and may be done again at any moment.
    if (kind === 'staff' && state === 'checked' && stepBy !== ctx.principal.staffId) {
      throw new ApiError('conflict', {
        message: 'ほかの人が確認したファイルです。もう一度確認してから取り込んでください。',
      })
    }
    if (state !== 'checked' || !result) throw new ApiError('conflict', { message: notNow(state) })
    if (result.previous && result.previous.contracts > 0 && answers.previous === undefined) {
      throw new ApiError('conflict', { message: '「前の契約」の扱いを選び、確認し直してから取り込んでください。' })
    }
    const { created, changed, removed = 0 } = result.counts
    // A file that only says since when leavers are in it changes no contract. The days of the chain are head office's.
    const isAnswer = kind === 'contract' && answers.leaversFrom != null && ctx.shops === 'all'
    if (created + changed + removed === 0 && !isAnswer)
      throw new ApiError('conflict', { message: '取り込む行がありません。' })
    ctx.audit({
      resourceId: id,
      diff: {
        created: { before: 0, after: created },
        changed: { before: 0, after: changed },
        ...(removed > 0 && { removed: { before: 0, after: removed } }),
      },
    })
    return { state: 'writing', done: 0, total: created + changed + removed, failure: null }
  }),

  undoPreview: async (ctx, { id }) => {
    const { state, kind } = required(await fileById(ctx, id))
    requireRight(ctx, kind, 'undo')
    if (state !== 'written') throw new ApiError('conflict', { message: notNow(state) })
    return kinds[kind].countUndo(ctx.scoped, id, ctx.shops, ctx.now, ctx.principal.staffId)
  },

  undo: step(jobs, async (ctx, { id }) => {
    const { kind, state, expiresAt } = required(await holdFile(ctx, id))
    requireRight(ctx, kind, 'undo')
    if (state !== 'written' || expiresAt < ctx.now) throw new ApiError('conflict', { message: notNow(state) })
    ctx.audit({ resourceId: id })
    return { state: 'undoing', done: 0, total: null, failure: null }
  }),

  cancel: async (ctx, { id }) => {
    const { kind, state } = required(await holdFile(ctx, id))
    requireRight(ctx, kind, state === 'undoing' ? 'undo' : 'write')
    if (!isAtWork(state)) throw new ApiError('conflict', { message: notNow(state) })
    // Whoever works on the step sees it within a second, or at its end, and takes everything back.
    await ctx.scoped
      .update(importFile)
      .set({ state: givenUp(state), failure: cancelled[state as keyof typeof cancelled] })
      .where(eq(importFile.id, id))
    ctx.audit({ resourceId: id })
    return toImport(ctx, required(await fileById(ctx, id)))
  },

  remove: async (ctx, { id }) => {
    const { state, name } = required(await holdFile(ctx, id))
    if (!['uploading', 'checked', 'waiting', 'failed'].includes(state)) {
      throw new ApiError('conflict', { message: notNow(state) })
    }
    await ctx.scoped.delete(importFile).where(eq(importFile.id, id))
    ctx.audit({ resourceId: id, diff: { name: { before: name, after: null } } })
    return {}
  },
})

/** What a kind's steps need besides `import.run`: what its rows need one by one. */
const rightsOf: Partial<Record<ImportKind, Record<'write' | 'undo', Permission>>> = {
  staff: { write: 'staff.write', undo: 'staff.delete' },
}

function requireRight(ctx: Ctx, kind: ImportKind, step: 'write' | 'undo') {
  const right = rightsOf[kind]?.[step]
  if (right && !ctx.can(right)) throw new ApiError('forbidden')
}

type Draft = Pick<typeof importFile.$inferInsert, 'kind' | 'name' | 'size' | 'sha256' | 'answers' | 'received'>

/** A file of the caller's own, among `open` ones that are not written. */
async function makeFile(ctx: Ctx, open: number, draft: Draft): Promise<FileRow> {
  if (open >= mostOpenFiles) {
    throw new ApiError('conflict', {
      message: `取り込んでいないファイルが${open}件あります。不要なものを削除してから選んでください。`,
    })
  }
  const [made] = await ctx.scoped
    .insert(importFile)
    .values({
      ...draft,
      ...{ state: 'uploading', createdBy: ctx.principal.staffId, createdAt: ctx.now },
      shopIds: shopIdsOf(ctx),
      expiresAt: expiryOf(ctx.now),
    })
    .returning({ id: importFile.id })
  const saved = required(await fileById(ctx, required(made).id))
  ctx.audit({ resourceId: saved.id, diff: { name: { before: null, after: saved.name } } })
  return saved
}

const unclearKind = '見出しから内容が分かりません。「ファイルの内容」を選んでください。'

function refusalOf(error: unknown): FileRefused {
  if (error instanceof FileRefused) return error
  throw error
}

/** What was found, as the file's kind; without one it waits for an answer, or for another file. */
async function takeKind(ctx: Ctx, id: string, found: ImportKind | FileRefused | null | undefined) {
  const { state, kind: before } = required(await holdFile(ctx, id))
  // Not here to its end, or looked at already.
  if (found === undefined || state !== 'uploading') throw new ApiError('conflict', { message: notNow(state) })
  requireRight(ctx, before, 'write')
  const kind = found instanceof FileRefused ? null : found
  if (kind) requireRight(ctx, kind, 'write')
  const failure = found instanceof FileRefused ? found.message : unclearKind
  ctx.audit({ resourceId: id })
  await ctx.scoped
    .update(importFile)
    .set(kind ? { kind } : { state: 'failed', failure })
    .where(eq(importFile.id, id))
  return toImport(ctx, required(await fileById(ctx, id)))
}

/** The answers that hold for the same file as rows of another kind: shops, mended cells, and whose a row is. */
function answersForBoth(
  { columns, values, cells, blanks, sheet }: ImportAnswers,
  from: ImportKind,
  to: ImportKind,
): ImportAnswers {
  const names: Partial<Record<string, string>> =
    from === 'member' ? { externalId: 'memberId', memberNo: 'memberNo', shop: 'shop' } : {}
  const held = Object.entries(columns).flatMap(([heading, column]) => {
    const same = column === null ? undefined : names[column]
    return same && same in importColumns[to] ? [[heading, same] as const] : []
  })
  return {
    ...{ ...firstAnswers(), blanks, cells },
    columns: Object.fromEntries(held),
    values: values.shop ? { shop: values.shop } : {},
    ...(sheet !== undefined && { sheet }),
  }
}

const shopIdsOf = ({ shops }: Ctx) => (shops === 'all' ? null : shops.map(Number))

/** A verb that begins a step: the job that does it is added in the same transaction. */
function step<E extends Api['check'] | Api['write'] | Api['undo']>(
  jobs: Jobs,
  begin: (ctx: Ctx, input: Input<E>) => Promise<Partial<typeof importFile.$inferInsert>>,
): PreparedVerb<E> {
  return {
    prepare: async () => {
      await jobs.ready()
      return (async (ctx: Ctx, input: Input<E>) => {
        const set = await begin(ctx, input)
        const { id } = input as { id: string }
        await ctx.scoped
          .update(importFile)
          .set({ ...set, stepBy: ctx.principal.staffId, stepNo: sql`${importFile.stepNo} + 1` })
          .where(eq(importFile.id, id))
        await jobs.add(ctx.scoped, 'import', { importId: id }, ctx.principal.staffId)
        return toImport(ctx, required(await fileById(ctx, id)))
      }) as never
    },
  }
}

const cancelled = {
  checking: '確認を中止しました。',
  writing: '取り込みを中止しました。データは変わっていません。',
  undoing: '取り消しを中止しました。データは取り込んだままです。',
}

const notNow = (state: ImportState) =>
  `「${importStates[state]}」のため、この操作はできません。画面を更新してください。`

/** What the check has found; null while it is for head office first. */
const resultOf = (ctx: Ctx, { state, result }: FileRow) =>
  state === 'waiting' && !ctx.can('import.release') ? null : result

function toListed(ctx: Ctx, file: FileRow): ListedImport {
  const { sha256: _, answers: __, stepBy: ___, result: ____, createdBy, ...row } = file
  return {
    ...wireOf(row),
    createdBy: createdBy?.id ? createdBy : null,
    counts: resultOf(ctx, file)?.counts ?? null,
  }
}

const toImport = (ctx: Ctx, row: FileRow): Import => ({
  ...toListed(ctx, row),
  answers: row.answers,
  result: resultOf(ctx, row),
})

async function requireWaiting(ctx: Ctx, id: string) {
  const { state } = required(await holdFile(ctx, id))
  if (state !== 'waiting') throw new ApiError('conflict', { message: notNow(state) })
  ctx.audit({ resourceId: id })
}

/** Rows that a whole check has found: those of one under way, or that broke off, may be too many answers. */
const rowsInSight = async (ctx: Ctx, { state }: FileRow, page: Parameters<typeof listRows>[1]) =>
  ctx.can('import.release') || !['checking', 'waiting', 'failed'].includes(state)
    ? listRows(ctx.scoped, page)
    : { rows: [], total: 0 }

const isMissing = (outcome: ImportedRow['outcome']) => outcome === 'missing' || outcome === 'removed'

/** Shown above the changes: of somebody new they are no change. */
const headline = ['last_name', 'first_name', 'member_no']

const toRow = ({ names, labelOf }: KindOfRows, shopNames: ReadonlyMap<string, string>, seesWhy: boolean) => {
  return ({ before, after, cells, why, ...row }: ImportedRow): ImportRow => ({
    ...row,
    why: seesWhy ? why : null,
    cells: cells ?? [],
    changes: names.flatMap((name) => {
      const label = labelOf(name)
      // Of what is no longer in the file nothing follows.
      if (isMissing(row.outcome)) {
        const was = shownValue(name, before?.[name], shopNames)
        return label === null || was === null ? [] : [{ label, before: was, after: null }]
      }
      if (!after || !(name in after) || label === null || (row.outcome === 'created' && headline.includes(name)))
        return []
      return [
        { label, before: shownValue(name, before?.[name], shopNames), after: shownValue(name, after[name], shopNames) },
      ]
    }),
  })
}

const exportedAtOnce = 1000

/** The refused rows as they stand in the file, each with its reason; or the whole file with these reasons. */
export const importExports = (sealing: Sealing): CsvExports<Api> => ({
  rows: {
    whole: async (read, { id, isWholeFile }) =>
      isWholeFile ? fileWithErrors(read, sealing, (ctx) => checkedFile(ctx, id)) : null,
    filename: async (ctx, { id }) => `取り込めない行_${required(await fileById(ctx, id)).name.replace(/\.\w+$/, '')}`,
    columns: async (ctx, { id }) => [...(await headingsOf(ctx, id)).map(({ heading }) => heading), errorHeading],
    page: async (ctx, { id }, after) => {
      const headings = await headingsOf(ctx, id)
      const offset = Number(after ?? 0)
      const page = { id, outcome: 'refused' as const, offset, limit: exportedAtOnce }
      const { rows, total } = await rowsInSight(ctx, required(await fileById(ctx, id)), page)
      if (after === null) ctx.audit({ resourceId: id, rowCount: total })
      const next = offset + rows.length
      return {
        rows: rows.map(({ row, cells, column, reason }) => [
          ...headings.map(({ at }) => cells?.[at] ?? ''),
          `${row}行目 ${column ? `${column}: ` : ''}${reason}`,
        ]),
        after: next < total ? String(next) : null,
      }
    },
  },
})

/** A file of which all rows were looked at, by a check that the caller may know. */
async function checkedFile(ctx: Ctx, id: string): Promise<FileRow> {
  const file = required(await fileById(ctx, id))
  const isWhole = resultOf(ctx, file) !== null && file.state !== 'checking' && file.state !== 'failed'
  if (!isWhole) throw new ApiError('conflict', { message: notNow(file.state) })
  return file
}

/** Of the club's own columns: of a file that had come back with errors these are said anew. */
async function headingsOf(ctx: Ctx, id: string): Promise<{ heading: string; at: number }[]> {
  const result = resultOf(ctx, required(await fileById(ctx, id)))
  return (result?.headings ?? []).flatMap(({ heading }, at) => (heading === errorHeading ? [] : [{ heading, at }]))
}
