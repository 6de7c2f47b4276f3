import { and, desc, eq, sql } from 'drizzle-orm'
import { type column as api, ColumnDraft } from '#contract/column.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { maxColumnText } from '#contract/rich-text.ts'
import { columnCategories, columnList, supervisedCategories } from '#contract/words/column.ts'
import { publicationStates } from '#contract/words/common.ts'
import type { Ctx, Handlers, Scoped } from '../../context.ts'
import {
  beginningFirst,
  foundOf,
  limitOf,
  matchesName,
  type NameSearch,
  namesIn,
  type Records,
  spaced,
  totalCount,
} from '../../db/named-records.ts'
import { directionOf, keywordIn, orderBy, pageOf } from '../../db/page.ts'
import { authorColumns, folded, withAuthors } from '../../db/records.ts'
import { contentColumn as column } from '../../db/schema/column.ts'
import {
  inSight,
  type PublicationSight,
  publicationOf,
  publicationSight,
  requireHidden,
  requireInSight,
  requireTransition,
} from '../../rules/publication.ts'
import { requirePicture } from '../../rules/require-picture.ts'
import { picturesIn, requireRichText } from '../../rules/rich-text.ts'
import type { Storage } from '../../storage/storage.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { draftOf, instantOf, wireOf } from '../../wire/rows.ts'
import { recordWrites } from '../record-writes.ts'
import { countColumns, firstPlace, keepText, listTexts, placeInOrder, usedTags } from './order-and-texts.ts'

const noun = 'コラム'

export const columnHandlers = (storage: Storage): Handlers<typeof api> => ({
  list: async (ctx, input) => {
    const page = await listColumns(ctx.scoped, input, publicationSight(ctx, 'column.read'))
    return listAnswer(input, page, (row) => toColumn(ctx, row))
  },

  get: async (ctx, { id }) => {
    const row = await columns.found(ctx, id)
    requireInSight(row, publicationSight(ctx, 'column.read'))
    return toColumn(ctx, row)
  },

  create: async (ctx, draft) => {
    const content = contentOf(draft)
    requireTransition(noun, null, content, draft, ctx.now)
    await requireParts(ctx, storage, content, null)
    const sortOrder = await firstPlace(ctx.scoped)
    const saved = await columns.insert(ctx, { ...content, sortOrder })
    await keepText(ctx.scoped, saved)
    return toColumn(ctx, saved)
  },

  update: async (ctx, { id, version, ...changes }) => {
    const before = await columns.hold(ctx, id)
    const content = contentOf(columns.merged(before, changes))
    requireTransition(noun, before, content, changes, ctx.now)
    await requireParts(ctx, storage, content, id)
    const saved = await columns.update(ctx, before, version, content)
    if (textParts.some((part) => before[part] !== saved[part])) await keepText(ctx.scoped, saved)
    return toColumn(ctx, saved)
  },

  remove: async (ctx, { id, version }) => {
    const before = await columns.hold(ctx, id)
    requireHidden(noun, before, ctx.now)
    return columns.remove(ctx, before, version)
  },

  setOrder: async (ctx, { ids }) => {
    if (new Set(ids).size !== ids.length) throw refuse('ids', '同じコラムは1度だけ指定してください。')
    if ((await countColumns(ctx.scoped, ids)) !== ids.length) throw new ApiError('not_found')
    await placeInOrder(ctx.scoped, ids)
    return {}
  },

  texts: async (ctx, { id, ...page }) => {
    await columns.found(ctx, id)
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
function contentOf({ body: html, publishFrom, publishTo, ...rest }: Input<(typeof api)['create']>) {
  const { body, text } = requireRichText(html, maxColumnText, 'article')
  const searchText = folded(rest.title, rest.lead, ...rest.tags, text)
  const relatedIds = rest.relatedIds.map(Number)
  const publication = { publishFrom: instantOf(publishFrom), publishTo: instantOf(publishTo) }
  return { ...rest, ...publication, relatedIds, body, searchText, textLength: text.length }
}

const toColumn = <Row extends ColumnListRow>({ now }: Ctx, row: Row) => ({ ...wireOf(row), ...publicationOf(row, now) })

/** A row of the list, without the body. */
const row = {
  id: column.id,
  title: column.title,
  lead: column.lead,
  imgUrl: column.imgUrl,
  category: column.category,
  tags: column.tags,
  authorName: column.authorName,
  supervisorName: column.supervisorName,
  targetMoods: column.targetMoods,
  textLength: column.textLength,
  sortOrder: column.sortOrder,
  viewCount: column.viewCount,
  likeCount: column.likeCount,
  publishFrom: column.publishFrom,
  publishTo: column.publishTo,
  status: column.status,
  ...authorColumns(column),
}

const readRows = (scoped: Scoped) => withAuthors(scoped.select(row).from(column).$dynamic(), column)
type ColumnListRow = Awaited<ReturnType<typeof readRows>>[number]
type ColumnRecord = ColumnListRow & {
  body: string
  relatedIds: string[]
  related: { id: string; title: string }[]
}

const sortColumns = {
  updatedAt: column.updatedAt,
  publishFrom: column.publishFrom,
  title: sql`fold_text(${column.title})`,
  sortOrder: column.sortOrder,
  viewCount: column.viewCount,
  likeCount: column.likeCount,
}

/** One page of the visible columns, and the exact total. */
const listColumns = (scoped: Scoped, query: Input<typeof api.list>, sight: PublicationSight) =>
  pageOf(scoped, readRows(scoped), {
    from: column,
    where: and(
      keywordIn(column.searchText, query.keyword),
      inSight(column, sight, query),
      query.category && eq(column.category, query.category),
      query.mood && sql`${query.mood} = any(${column.targetMoods})`,
      query.tag === undefined ? undefined : sql`${query.tag} = any(${column.tags})`,
    ),
    orderBy: orderBy(sortColumns[query.sortKey], directionOf(columnList, query), column.id),
    page: query,
  })

/** The visible columns by title, last changed first. */
const columnsNamed = (scoped: Scoped, sight: PublicationSight, search: NameSearch) =>
  scoped
    .select({
      id: column.id,
      title: column.title,
      category: column.category,
      publishFrom: column.publishFrom,
      publishTo: column.publishTo,
      status: column.status,
      total: totalCount,
    })
    .from(column)
    .where(and(inSight(column, sight), matchesName(column.id, sortColumns.title, search)))
    .orderBy(...beginningFirst(search, column.title), desc(column.updatedAt), desc(column.id))
    .limit(limitOf(search))

/** In the chosen order; columns deleted since are left out. */
const related = sql<{ id: number; title: string }[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title) order by o.place), '[]')
  from unnest(content_column.related_ids) with ordinality o (id, place) join content_column r on r.id = o.id)`

async function columnById({ scoped }: Ctx, id: string): Promise<ColumnRecord | null> {
  const select = scoped.select({ ...row, body: column.body, related }).from(column)
  const [found] = await withAuthors(select.where(eq(column.id, id)).$dynamic(), column)
  if (!found) return null
  const named = found.related.map(({ id, title }) => ({ id: String(id), title }))
  return { ...found, related: named, relatedIds: named.map(({ id }) => id) }
}

const columns = recordWrites({
  table: column,
  read: columnById,
  asDraft: (row) => draftOf(ColumnDraft, row),
  toWire: toColumn,
})

export const columnRecords = {
  nameOf: namesIn(column.id, column.title),
  find: {
    permission: 'column.read',
    find: async (ctx, search) =>
      foundOf(await columnsNamed(ctx.scoped, publicationSight(ctx, 'column.read'), search), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(columnCategories[row.category], publicationStates[publicationOf(row, ctx.now).state]),
      })),
  },
} satisfies Records
