import { ColumnDraft, type column } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { maxColumnText } from '#contract/rich-text.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { folded, holdRecord, insertRecord, removeRecord, updateRecord } from '../../db/records.ts'
import { contentColumn as table } from '../../db/schema/column.ts'
import { difference } from '../../difference.ts'
import { listAnswer } from '../../list-answer.ts'
import { publicationOf, requireHidden, requireTransition } from '../../publication.ts'
import { requireRichText } from '../../rich-text.ts'
import { definedOf, draftOf, instantOf, wireOf } from '../../wire.ts'
import { type ColumnListRow, type ColumnRecord, columnById, listColumns } from './repository.ts'

const noun = 'コラム'
const asDraft = (row: ColumnRecord) => draftOf(ColumnDraft, row)

export const columnHandlers: Handlers<typeof column> = {
  list: async (ctx, input) => {
    const page = await listColumns(ctx.scoped, { ...input, now: ctx.now, publishedOnly: seesPublishedOnly(ctx) })
    return listAnswer(input, page, (row) => toColumn(ctx, row))
  },

  get: async (ctx, { id }) => {
    const row = await requireColumn(ctx, id)
    if (seesPublishedOnly(ctx) && publicationOf(row, ctx.now).status !== 'active') throw new ApiError('not_found')
    return toColumn(ctx, row)
  },

  create: async (ctx, draft) => {
    const content = contentOf(draft)
    requireTransition(noun, null, content, draft, ctx.now)
    const saved = await requireColumn(ctx, await insertRecord(ctx, table, content))
    ctx.audit({ resourceId: saved.id, diff: difference(null, asDraft(saved)) })
    return toColumn(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdColumn(ctx, id)
    const content = contentOf({ ...asDraft(before), ...definedOf(changes) })
    requireTransition(noun, before, content, changes, ctx.now)
    await updateRecord(ctx, table, { id, version }, content, () => toColumn(ctx, before))
    const saved = await requireColumn(ctx, id)
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), asDraft(saved)) })
    return toColumn(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdColumn(ctx, id)
    requireHidden(noun, before, ctx.now)
    await removeRecord(ctx, table, { id, version }, () => toColumn(ctx, before))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), null) })
    return {}
  },
}

const seesPublishedOnly = (ctx: Ctx) => ctx.reach('column.read').rule === 'published'

async function requireColumn(ctx: Ctx, id: string): Promise<ColumnRecord> {
  const row = await columnById(ctx.scoped, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** The row, locked until the transaction ends. */
async function holdColumn(ctx: Ctx, id: string): Promise<ColumnRecord> {
  await holdRecord(ctx.scoped, table, id)
  return requireColumn(ctx, id)
}

/** A draft as stored. */
function contentOf({ body: html, publishFrom, ...rest }: Input<(typeof column)['create']>) {
  const { body, text } = requireRichText(html, maxColumnText)
  const searchText = folded(rest.title, rest.lead, ...rest.tags, text)
  return { ...rest, body, searchText, publishFrom: instantOf(publishFrom) }
}

const toColumn = <Row extends ColumnListRow>({ now }: Ctx, row: Row) => ({ ...wireOf(row), ...publicationOf(row, now) })
