import type { z } from 'zod'
import { type Adjustments, blankDailyReport, type DailyReportAct, DailyReportDraft } from '#contract/daily-report.ts'
import { ApiError } from '#contract/errors.ts'
import {
  type DailyReportAction,
  type DailyReportStatus,
  dailyReportStatuses,
  isDayMoneyFigure,
  ownReport,
  tillFields,
} from '#contract/words/daily-report.ts'
import type { AuditDetail, Ctx } from '../../context.ts'
import { folded } from '../../db/records.ts'
import { refuseMoney } from '../../rules/refuse-unseen.ts'
import { difference } from '../../wire/difference.ts'
import { definedOf, draftOf } from '../../wire/rows.ts'
import { isMemberInScope, type ReportRecord, staffOfShop } from './repository.ts'

export type Draft = z.output<typeof DailyReportDraft>
export type Changes = { [K in keyof Draft]?: Draft[K] | undefined }

const invalid = (fields: Record<string, string>) => new ApiError('invalid', { fields })

/** The row as a draft: what staff wrote. */
export const asDraft = (row: ReportRecord): Draft => draftOf(DailyReportDraft, row) as Draft

const writable: readonly DailyReportStatus[] = ['draft', 'returned']
const from: Record<DailyReportAction, readonly DailyReportStatus[]> = {
  submit: writable,
  return: ['submitted'],
  approve: ['submitted'],
  reopen: ['approved'],
}
const rights = {
  submit: 'dailyReport.write',
  return: 'dailyReport.approve',
  approve: 'dailyReport.approve',
  reopen: 'dailyReport.reopen',
} as const

type ReportState = Pick<ReportRecord, 'status' | 'writerIds'>

const isOwn = ({ principal }: Ctx, { writerIds }: ReportState) => writerIds.includes(Number(principal.staffId))
/** The writers of a report after the caller wrote in it or submitted it. */
export const withWriter = ({ principal }: Ctx, writerIds: readonly number[] = []) => [
  ...new Set([...writerIds, Number(principal.staffId)]),
]
const isDecision = (action: DailyReportAction) => action === 'return' || action === 'approve'

/** What the caller may do with a report in its current state. */
export function allowedActs(ctx: Ctx, row: ReportState): DailyReportAct[] {
  const acts = (['submit', 'return', 'approve', 'reopen'] as const).filter(
    (action) =>
      ctx.can(rights[action]) && from[action].includes(row.status) && !(isDecision(action) && isOwn(ctx, row)),
  )
  return acts.includes('submit') ? ['edit', ...acts] : acts
}

/** 403 without the right, or for one's own report; 422 where its state does not allow it. */
export function requireAllowed(ctx: Ctx, row: ReportState, action: DailyReportAction) {
  if (!ctx.can(rights[action])) throw new ApiError('forbidden')
  if (!from[action].includes(row.status)) {
    throw invalid({ action: `${dailyReportStatuses[row.status]}の日報には、この操作を行えません。` })
  }
  if (isDecision(action) && isOwn(ctx, row)) {
    throw new ApiError('forbidden', { message: ownReport })
  }
}

/** 403 without the right to write; 422 once it is submitted. */
export function requireWritable(ctx: Ctx, { status }: Pick<ReportState, 'status'>) {
  if (!ctx.can('dailyReport.write')) throw new ApiError('forbidden')
  if (writable.includes(status)) return
  throw new ApiError('invalid', {
    message: `${dailyReportStatuses[status]}の日報は変更できません。差戻しのあとで変更してください。`,
  })
}

/** 422 for fields of money without the right to it: till and adjustments of money. */
export function refuseTill(ctx: Ctx, changes: Changes, path = '') {
  const till = tillFields.map((field) => [`${path}${field}`, changes[field] !== undefined] as const)
  const adjusted = Object.keys(changes.adjustments ?? {}).map(
    (figure) => [`${path}adjustments.${figure}`, isDayMoneyFigure(figure)] as const,
  )
  refuseMoney(ctx, Object.fromEntries([...till, ...adjusted]))
}

/** The draft with the changes. Adjustments that the caller may not see are kept. */
export function withChanges(ctx: Ctx, before: Draft, changes: Changes): Draft {
  const { adjustments, ...rest } = definedOf(changes)
  const hidden = ctx.can('report.money')
    ? {}
    : Object.fromEntries(Object.entries(before.adjustments).filter(([figure]) => isDayMoneyFigure(figure)))
  return {
    ...before,
    ...(rest as Partial<Draft>),
    adjustments: adjustments ? ({ ...hidden, ...adjustments } as Adjustments) : before.adjustments,
  }
}

/** 422 for newly added staff who do not work in the shop, and for a member out of the caller's scope. */
export async function requirePeople(ctx: Ctx, shopId: string, before: Draft, after: Draft, path = '') {
  const known = new Set(before.staffOnDuty.map(({ staffId }) => staffId))
  const added = after.staffOnDuty.flatMap(({ staffId }, at) => (known.has(staffId) ? [] : [{ staffId, at }]))
  if (added.length > 0) {
    const works = new Set((await staffOfShop(ctx.scoped, shopId)).map(({ id }) => id))
    const wrong = added.find(({ staffId }) => !works.has(staffId))
    if (wrong) {
      throw invalid({
        [`${path}staffOnDuty.${wrong.at}.staffId`]: 'この項目には、店舗を担当する有効なスタッフを選択してください。',
      })
    }
  }
  const userId = after.incident?.userId ?? null
  if (userId === null || userId === (before.incident?.userId ?? null)) return
  if (await isMemberInScope(ctx.scoped, userId)) return
  throw invalid({ [`${path}incident.userId`]: 'この項目には、担当店舗の会員を選択してください。' })
}

const isBlank = (text: string | null) => text === null || text.trim() === ''
const wanted = 'この項目を入力してください。'

/** 422 at each field that is required for submission and missing. */
export function requireComplete(ctx: Ctx, { incident, adjustments, ...draft }: Draft, cashDiff: number | null) {
  // In the order of the form.
  const fields: Record<string, string> = {}
  if (cashDiff !== null && cashDiff !== 0 && isBlank(draft.cashComment)) {
    fields.cashComment = 'この項目を入力してください。現金に過不足があります。'
  }
  for (const [figure, adjustment] of Object.entries(adjustments)) {
    if (adjustment && isBlank(adjustment.reason)) fields[`adjustments.${figure}.reason`] = wanted
  }
  for (const part of ['time', 'place', 'what', 'action'] as const) {
    if (incident && isBlank(incident[part])) fields[`incident.${part}`] = wanted
  }
  const seen = Object.entries(fields).filter(([field]) => ctx.can('report.money') || !isTill(field))
  if (seen.length > 0) throw invalid(Object.fromEntries(seen))
  if (Object.keys(fields).length === 0) return
  throw invalid({
    action: 'レジと売上の記入が済んでいないため、提出できません。金額を見られる担当者に確認してください。',
  })
}
const isTill = (field: string) =>
  field === 'cashComment' || isDayMoneyFigure(field.replace(/^adjustments\.|\.reason$/g, ''))

/** A draft as stored. */
export const contentOf = (draft: Draft) => ({
  ...draft,
  adjustments: definedOf(draft.adjustments) as Record<string, { value: number; reason: string }>,
  searchText: folded(
    draft.eventNote,
    draft.goodPoints,
    draft.issues,
    draft.memberVoice,
    draft.facilityTrouble,
    draft.handover,
    draft.tomorrowPlan,
    draft.incident?.place ?? null,
    draft.incident?.what ?? null,
    draft.incident?.action ?? null,
  ),
})

/** The audit log records that these were changed, not their text, which may mention people and their health. */
const redacted: readonly string[] = [
  'eventNote',
  'goodPoints',
  'issues',
  'memberVoice',
  'incident',
  'facilityTrouble',
  'handover',
  'tomorrowPlan',
]

/** The audit detail of a change. */
export function changeOf(
  { id, shopId }: Pick<ReportRecord, 'id' | 'shopId'>,
  before: (Partial<Draft> & { status: DailyReportStatus }) | null,
  after: Partial<Draft> & { status: DailyReportStatus },
): AuditDetail {
  const changed = Object.entries(difference<object>(before ?? { ...blankDailyReport, status: null }, after) ?? {}).map(
    ([field, values]) => [field, redacted.includes(field) ? { before: null, after: null } : values],
  )
  return { resourceId: id, shopId, diff: Object.fromEntries(changed) }
}
