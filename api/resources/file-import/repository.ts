import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Input } from '#contract/endpoint.ts'
import type { fileImport as api } from '#contract/file-import.ts'
import { type ImportOutcome, importList } from '#contract/words/import.ts'
import type { Ctx, Scoped } from '../../context.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { member } from '../../db/schema/facts.ts'
import { importFile, importRow } from '../../db/schema/import.ts'
import { staff } from '../../db/schema/organisation.ts'

const columns = {
  id: importFile.id,
  kind: importFile.kind,
  name: importFile.name,
  size: importFile.size,
  sha256: importFile.sha256,
  received: importFile.received,
  state: importFile.state,
  stepBy: importFile.stepBy,
  done: importFile.done,
  total: importFile.total,
  answers: importFile.answers,
  result: importFile.result,
  failure: importFile.failure,
  createdBy: { id: staff.id, displayName: staff.displayName },
  createdAt: importFile.createdAt,
  writtenAt: importFile.writtenAt,
  undoneAt: importFile.undoneAt,
  expiresAt: importFile.expiresAt,
}

const readFiles = (scoped: Scoped) =>
  scoped.select(columns).from(importFile).leftJoin(staff, eq(staff.id, importFile.createdBy)).$dynamic()
export type FileRow = Awaited<ReturnType<typeof readFiles>>[number]

/**
 * One's own files; of head office: everybody's. A file of shops that one no longer has is in no scope, nor one of staff
 * for who may not write them.
 */
const inSight = (ctx: Ctx): SQL | undefined =>
  and(
    ctx.reach('import.run').rule === 'all' ? undefined : eq(importFile.createdBy, ctx.principal.staffId),
    ctx.can('staff.write') ? undefined : ne(importFile.kind, 'staff'),
  )

const sortColumns = { createdAt: importFile.createdAt, name: sql`fold_text(${importFile.name})` }

export const listFiles = (ctx: Ctx, query: Input<typeof api.list>) =>
  pageOf(ctx.scoped, readFiles(ctx.scoped), {
    from: importFile,
    where: and(
      inSight(ctx),
      query.state && eq(importFile.state, query.state),
      keywordIn(sql`fold_text(${importFile.name})`, query.keyword),
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(importList, query), importFile.id),
    page: query,
  })

export async function fileById(ctx: Ctx, id: string): Promise<FileRow | null> {
  const [found] = await readFiles(ctx.scoped).where(and(inSight(ctx), eq(importFile.id, id)))
  return found ?? null
}

/** A file that is here to its end and was not checked yet; without a lock. Row-level security says whose. */
export async function wholeFile(scoped: Scoped, id: string) {
  const [found] = await scoped
    .select({ id: importFile.id, sha256: importFile.sha256 })
    .from(importFile)
    .where(and(eq(importFile.id, id), eq(importFile.state, 'uploading'), eq(importFile.received, importFile.size)))
  return found
}

/** Locks the row until the transaction ends. */
export async function holdFile(ctx: Ctx, id: string): Promise<FileRow | null> {
  await ctx.scoped.select({ id: importFile.id }).from(importFile).where(eq(importFile.id, id)).for('update')
  return fileById(ctx, id)
}

/** A file of one's own that is not written yet: the same one, and how many there are. */
export async function openFiles(ctx: Ctx, { kind, sha256, name }: Input<typeof api.create>) {
  const open = await ctx.scoped
    .select({
      id: importFile.id,
      state: importFile.state,
      kind: importFile.kind,
      sha256: importFile.sha256,
      name: importFile.name,
    })
    .from(importFile)
    .where(
      and(
        eq(importFile.createdBy, ctx.principal.staffId),
        inArray(importFile.state, ['uploading', 'checking', 'checked', 'waiting', 'failed']),
      ),
    )
  const same = open.find(
    (one) => one.state === 'uploading' && one.kind === kind && one.sha256 === sha256 && one.name === name,
  )
  return { same: same?.id, open: open.length }
}

const rowColumns = {
  row: importRow.line,
  outcome: sql<ImportOutcome>`${importRow.outcome}`,
  userId: member.userId,
  memberNo: sql<string | null>`coalesce(${member.memberNo}, ${importRow.after} ->> 'member_no')`,
  name: sql<string | null>`case when ${member.id} is not null then ${member.lastName} || ' ' || ${member.firstName}
    when ${importRow.after} ? 'last_name' then concat_ws(' ', ${importRow.after} ->> 'last_name', ${importRow.after} ->> 'first_name') end`,
  before: importRow.before,
  after: importRow.after,
  column: importRow.faultColumn,
  reason: importRow.reason,
  why: importRow.why,
  cells: importRow.cells,
  undo: importRow.undo,
}

const readRows = (scoped: Scoped) =>
  scoped.select(rowColumns).from(importRow).leftJoin(member, eq(member.id, importRow.memberId)).$dynamic()
export type ImportedRow = Awaited<ReturnType<typeof readRows>>[number]

export const listRows = (scoped: Scoped, { id, outcome, offset, limit }: Input<typeof api.rows>) =>
  pageOf(scoped, readRows(scoped), {
    from: importRow,
    where: and(
      eq(importRow.importId, id),
      outcome ? eq(importRow.outcome, outcome) : ne(importRow.outcome, 'confirmed'),
    ),
    orderBy: [sql`${importRow.line}`],
    page: { offset, limit },
  })

/** Why rows are refused, of all of them, by their number in the file. */
export async function reasonsOf(scoped: Scoped, id: string): Promise<ReadonlyMap<number, string>> {
  const rows = await scoped
    .select({ row: importRow.line, column: importRow.faultColumn, reason: importRow.reason })
    .from(importRow)
    .where(and(eq(importRow.importId, id), eq(importRow.outcome, 'refused')))
  return new Map(rows.map(({ row, column, reason }) => [row, [column, reason].filter(Boolean).join(': ')]))
}

export const forgetRows = (scoped: Scoped, id: string) => scoped.delete(importRow).where(eq(importRow.importId, id))
