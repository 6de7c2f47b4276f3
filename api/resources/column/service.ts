import { ColumnDraft, type column } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { maxColumnText } from '#contract/rich-text.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { folded, holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { contentColumn as table } from '../../db/schema/column.ts'
import { difference } from '../../difference.ts'
import { listAnswer } from '../../list-answer.ts'
import { publicationOf, publicationSight, requireHidden, requireInSight, requireTransition } from '../../publication.ts'
import { requireRichText } from '../../rich-text.ts'
import { definedOf, draftOf, instantOf, wireOf } from '../../wire.ts'
import { type ColumnListRow, type ColumnRecord, columnById, listColumns } from './repository.ts'

const noun = 'コラム'
const asDraft = (row: ColumnRecord) => draftOf(ColumnDraft, row)

export const columnHandlers: Handlers<typeof column> = {
  list: async (ctx, input) => {
    const page = await listColumns(ctx.scoped, input, publicationSight(ctx, 'column.read'))
    return listAnswer(input, page, (row) => toColumn(ctx, row))
  },

  get: async (ctx, { id }) => {
    const row = required(await columnById(ctx.scoped, id))
    requireInSight(row, publicationSight(ctx, 'column.read'))
    return toColumn(ctx, row)
  },

  create: async (ctx, draft) => {
    const content = contentOf(draft)
    requireTransition(noun, null, content, draft, ctx.now)
    const saved = required(await columnById(ctx.scoped, await insertRecord(ctx, table, content)))
    ctx.audit({ resourceId: saved.id, diff: difference(null, asDraft(saved)) })
    return toColumn(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, columnById)
    const content = contentOf({ ...asDraft(before), ...definedOf(changes) })
    requireTransition(noun, before, content, changes, ctx.now)
    await updateRecord(ctx, table, { id, version }, content, () => toColumn(ctx, before))
    const saved = required(await columnById(ctx.scoped, id))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), asDraft(saved)) })
    return toColumn(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await holdRecord(ctx, table, id, columnById)
    requireHidden(noun, before, ctx.now)
    await removeRecord(ctx, table, { id, version }, () => toColumn(ctx, before))
    ctx.audit({ resourceId: id, diff: difference(asDraft(before), null) })
    return {}
  },
}

/** A draft as stored. */
function contentOf({ body: html, publishFrom, ...rest }: Input<(typeof column)['create']>) {
  const { body, text } = requireRichText(html, maxColumnText)
  const searchText = folded(rest.title, rest.lead, ...rest.tags, text)
  return { ...rest, body, searchText, publishFrom: instantOf(publishFrom) }
}

const toColumn = <Row extends ColumnListRow>({ now }: Ctx, row: Row) => ({ ...wireOf(row), ...publicationOf(row, now) })
