import { z } from 'zod'
import { authored, changesOf, Empty, listInput, listOf, versioned, zId, zName, zText, zWord } from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { savedViewList, viewedScreens } from './words/saved-view.ts'

/** The shop is the header's, a page is of a list of people, and a keyword may be a name. */
const notKept = ['offset', 'page', 'keyword', 'shop']
/** Shops side by side, and the shop beside those like it. */
const shopIds = /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,7}$/

const zSearch = z
  .record(zText(40), zText(100))
  .refine(
    (search) =>
      Object.keys(search).length <= 20 &&
      !notKept.some((key) => key in search) &&
      [search.shops, search.like].every((ids) => ids === undefined || shopIds.test(ids)),
    { error: 'この内容は共有できません。' },
  )
const zColumns = z
  .record(zText(40), z.boolean())
  .refine((columns) => Object.keys(columns).length <= 60, { error: 'この表示項目は共有できません。' })

/** Only the comparison of shops names shops: the log has a list's conditions as they are. */
const ofComparison = ['shops', 'like']

/** Whether these conditions may be shared of this screen; checked of the whole view, also where a part is changed. */
export const mayBeShared = ({ screen, search }: Pick<z.output<typeof SavedViewDraft>, 'screen' | 'search'>) =>
  screen === 'shopComparison' || !ofComparison.some((key) => key in search)

export const SavedViewDraft = z.strictObject({
  screen: zWord(viewedScreens),
  name: zName(40),
  /** As in the screen's URL: a report without a month is of the current one. */
  search: zSearch,
  /** Of a list, by column id, whether staff have shown or hidden it; other columns follow the window width. */
  columns: zColumns,
  /** The shops it is shared with; empty: every shop, which requires a right for all of them. */
  shopIds: z.array(zId).max(500),
})

export const SavedView = SavedViewDraft.extend({
  id: zId,
  /** Whether the caller may change and delete it: every shop is in scope. */
  canEdit: z.boolean(),
  ...authored,
})
export type SavedView = z.output<typeof SavedView>

const listed = listInput(savedViewList)
const changes = changesOf(SavedViewDraft)

/** Views of lists and reports that the shop shares. Each screen's own rights (`viewRights`) are required as well. */
export const savedView = {
  list: get('/saved-view/list', 'member.read', '店舗で共有している条件・表示の一覧', listed, listOf(SavedView)),
  create: post('/saved-view/new', 'view.share', '条件・表示を店舗で共有する', SavedViewDraft, SavedView),
  update: put('/saved-view/:id', 'view.share', '共有している条件・表示を更新する', changes, SavedView),
  remove: del('/saved-view/:id', 'view.share', '共有している条件・表示を削除する', versioned, Empty),
} satisfies Endpoints
