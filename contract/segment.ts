import { z } from 'zod'
import { authored, changesOf, Empty, listInput, listOf, versioned, zId, zName, zText, zWord } from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { segmentList, sharedLists } from './words/segment.ts'

/** Without page, and without keyword, which may be a name; the shop is the header's. */
const notKept = ['offset', 'keyword', 'shop']

const zSearch = z
  .record(zText(40), zText(100))
  .refine((search) => Object.keys(search).length <= 20 && !notKept.some((key) => key in search), {
    error: 'この条件は共有できません。',
  })
const zColumns = z
  .record(zText(40), z.boolean())
  .refine((columns) => Object.keys(columns).length <= 60, { error: 'この表示項目は共有できません。' })

export const SegmentDraft = z.strictObject({
  list: zWord(sharedLists),
  name: zName(40),
  /** As in the list's URL. */
  search: zSearch,
  /** By column id, whether staff have shown or hidden it; other columns follow the window width. */
  columns: zColumns,
  /** The shops it is shared with; empty: every shop, which requires a right for all of them. */
  shopIds: z.array(zId).max(500),
})

export const Segment = SegmentDraft.extend({
  id: zId,
  /** Whether the caller may change and delete it: every shop is in scope. */
  canEdit: z.boolean(),
  ...authored,
})
export type Segment = z.output<typeof Segment>

export const segment = {
  list: get('/segment/list', 'member.read', '店舗で共有している条件の一覧', listInput(segmentList), listOf(Segment)),
  create: post('/segment/new', 'member.export', '条件を店舗で共有する', SegmentDraft, Segment),
  update: put('/segment/:id', 'member.export', '共有している条件を更新する', changesOf(SegmentDraft), Segment),
  remove: del('/segment/:id', 'member.export', '共有している条件を削除する', versioned, Empty),
} satisfies Endpoints
