import { ColumnDraft, type column } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { maxColumnText } from '#contract/rich-text.ts'
import { columnCategories, supervisedCategories } from '#contract/words/column.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { folded, holdRecord, insertRecord, removeRecord, required, updateRecord } from '../../db/records.ts'
import { contentColumn as table } from '../../db/schema/column.ts'
import {
  publicationOf,
  publicationSight,
  requireHidden,
  requireInSight,
  requireTransition,
} from '../../rules/publication.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import { picturesIn, requireRichText } from '../../rules/rich-text.ts'
import type { Storage } from '../../storage/storage.ts'
import { difference } from '../../wire/difference.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { definedOf, draftOf, instantOf, wireOf } from '../../wire/rows.ts'
import {
  type ColumnListRow,
  type ColumnRecord,
  columnById,
  countColumns,
  firstPlace,
  keepText,
  listColumns,
  listTexts,
  placeInOrder,
  usedTags,
} from './repository.ts'

const noun = 'コラム'
const asDraft = (row: ColumnRecord) => draftOf(ColumnDraft, row)

export const columnHandlers = (storage: Storage): Handlers<typeof column> => ({
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
    await requireParts(ctx, storage, content, null)
    const sortOrder = await firstPlace(ctx.scoped)
    const saved = required(await columnById(ctx.scoped, await insertRecord(ctx, table, { ...content, sortOrder })))
    await keepText(ctx.scoped, saved)
    ctx.audit({ resourceId: saved.id, diff: difference(null, asDraft(saved)) })
    return toColumn(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await holdRecord(ctx, table, id, columnById)
    const content = contentOf({ ...asDraft(before), ...definedOf(changes) })
    requireTransition(noun, before, content, changes, ctx.now)
    await requireParts(ctx, storage, content, id)
    await updateRecord(ctx, table, { id, version }, content, () => toColumn(ctx, before))
    const saved = required(await columnById(ctx.scoped, id))
    if (textParts.some((part) => before[part] !== saved[part])) await keepText(ctx.scoped, saved)
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

  setOrder: async (ctx, { ids }) => {
    if (new Set(ids).size !== ids.length) throw refuse('ids', '同じコラムは1度だけ指定してください。')
    if ((await countColumns(ctx.scoped, ids)) !== ids.length) throw new ApiError('not_found')
    await placeInOrder(ctx.scoped, ids)
    return {}
  },

  texts: async (ctx, { id, ...page }) => {
    required(await columnById(ctx.scoped, id))
    return listAnswer(page, await listTexts(ctx.scoped, id, page), (text) => wireOf(text))
  },

  tags: async (ctx) => ({ tags: await usedTags(ctx.scoped) }),
})

/** The text for members; stored after each change. */
const textParts = ['title', 'lead', 'body'] as const

const refuse = (field: string, message: string) => new ApiError('invalid', { fields: { [field]: message } })

/** 422 where a picture or a related column is missing, or a public health topic has no supervisor. */
async function requireParts(ctx: Ctx, storage: Storage, content: ReturnType<typeof contentOf>, id: string | null) {
  const { imgUrl, category, status, supervisorName } = content
  if (status === 'active' && supervisedCategories.includes(category) && supervisorName === null) {
    throw refuse(
      'supervisorName',
      `「${columnCategories[category]}」のコラムを公開するには、監修者の名前を入力してください。`,
    )
  }
  const relatedIds = content.relatedIds.map(String)
  if (id !== null && relatedIds.includes(id)) throw refuse('relatedIds', 'このコラム自身は選択できません。')
  if ((await countColumns(ctx.scoped, relatedIds)) !== relatedIds.length) {
    throw refuse('relatedIds', '関連コラムが見つかりません。選び直してください。')
  }
  await requirePicture(storage, imgUrl)
  for (const url of new Set(picturesIn(content.body))) await requirePicture(storage, url, 'body')
}

/** A draft as stored. */
function contentOf({ body: html, publishFrom, publishTo, ...rest }: Input<(typeof column)['create']>) {
  const { body, text } = requireRichText(html, maxColumnText, 'article')
  const searchText = folded(rest.title, rest.lead, ...rest.tags, text)
  const relatedIds = rest.relatedIds.map(Number)
  const publication = { publishFrom: instantOf(publishFrom), publishTo: instantOf(publishTo) }
  return { ...rest, ...publication, relatedIds, body, searchText, textLength: text.length }
}

const toColumn = <Row extends ColumnListRow>({ now }: Ctx, row: Row) => ({ ...wireOf(row), ...publicationOf(row, now) })
