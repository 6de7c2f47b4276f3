import { z } from 'zod'
import { authored, changesOf, Empty, listInput, listOf, versioned, zId, zName, zText, zWord } from './common.ts'
import { del, type Endpoints, get, post, put } from './endpoint.ts'
import { reportViewList, viewedReports } from './words/report-view.ts'

/** The shop is the header's, and a page is of a list of people. */
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
    { error: 'この表示は共有できません。' },
  )

export const ReportViewDraft = z.strictObject({
  report: zWord(viewedReports),
  name: zName(40),
  /** As in the report's URL: without a month it is of the current one. */
  search: zSearch,
  /** The shops it is shared with; empty: every shop, which requires a right for all of them. */
  shopIds: z.array(zId).max(500),
})

export const ReportView = ReportViewDraft.extend({
  id: zId,
  /** Whether the caller may change and delete it: every shop is in scope. */
  canEdit: z.boolean(),
  ...authored,
})
export type ReportView = z.output<typeof ReportView>

const listed = listInput(reportViewList)
const changes = changesOf(ReportViewDraft)

/** Views of reports, shared by the shop; those of reports of money only for who may see money. */
export const reportView = {
  list: get('/report-view/list', 'report.analysis', '店舗で共有している表示の一覧', listed, listOf(ReportView)),
  create: post('/report-view/new', 'view.share', '表示を店舗で共有する', ReportViewDraft, ReportView),
  update: put('/report-view/:id', 'view.share', '共有している表示を更新する', changes, ReportView),
  remove: del('/report-view/:id', 'view.share', '共有している表示を削除する', versioned, Empty),
} satisfies Endpoints
