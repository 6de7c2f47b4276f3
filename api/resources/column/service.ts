import { type Column, ColumnDraft, type ColumnRow, type column } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { maxColumnText } from '#contract/rich-text.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { difference } from '../../difference.ts'
import { listAnswer } from '../../list-answer.ts'
import { publicationOf, requireHidden, requireTransition } from '../../publication.ts'
import { requireRichText } from '../../rich-text.ts'
import { definedOf, draftOf, instantOf, wireOf } from '../../wire.ts'
import {
  type ColumnListRow,
  type ColumnRecord,
  columnById,
  insertColumn,
  listColumns,
  lockColumn,
  removeColumn,
  updateColumn,
} from './repository.ts'

const noun = 'コラム'
const asDraft = (row: ColumnRecord) => draftOf(ColumnDraft, row)

export const columnHandlers: Handlers<typeof column> = {
  list: async (ctx, input) => {
    const page = await listColumns(ctx.scoped, { ...input, now: ctx.now, publishedOnly: seesPublishedOnly(ctx) })
    return listAnswer(input, page, (row) => toRow(ctx, row))
  },

  get: async (ctx, { id }) => {
    const row = await requireColumn(ctx, id)
    if (seesPublishedOnly(ctx) && publicationOf(row, ctx.now).status !== 'active') throw new ApiError('not_found')
    return toColumn(ctx, row)
  },

  create: async (ctx, draft) => {
    const saving = contentOf(draft)
    requireTransition(noun, null, saving.content, draft, ctx.now)
    const saved = await requireColumn(ctx, await insertColumn(ctx, saving))
    ctx.audit({ resourceId: saved.id, diff: difference(null, asDraft(saved)) })
    return toColumn(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    await lockColumn(ctx.scoped, id)
    const before = await requireColumn(ctx, id)
    const saving = contentOf({ ...asDraft(before), ...definedOf(changes) })
    requireTransition(noun, before, saving.content, changes, ctx.now)
    const isSaved = await updateColumn(ctx, { id, version }, saving)
    if (!isSaved) throw new ApiError('stale', { current: toColumn(ctx, before) })
    const saved = await requireColumn(ctx, id)
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), asDraft(saved)) })
    return toColumn(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    await lockColumn(ctx.scoped, id)
    const before = await requireColumn(ctx, id)
    requireHidden(noun, before, ctx.now)
    const isRemoved = await removeColumn(ctx, { id, version })
    if (!isRemoved) throw new ApiError('stale', { current: toColumn(ctx, before) })
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

/** A draft as it is stored. */
function contentOf({ body: html, publishFrom, ...rest }: Input<(typeof column)['create']>) {
  const { body, text } = requireRichText(html, maxColumnText)
  const words = [rest.title, rest.lead, ...rest.tags, text].join('\n')
  return { content: { ...rest, body, publishFrom: instantOf(publishFrom) }, words }
}

const toRow = (ctx: Ctx, row: ColumnListRow): ColumnRow => ({ ...wireOf(row), ...publicationOf(row, ctx.now) })
const toColumn = (ctx: Ctx, row: ColumnRecord): Column => ({ ...wireOf(row), ...publicationOf(row, ctx.now) })
