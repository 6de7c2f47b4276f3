import type { AnswerOf, InputOf } from '#contract/names.ts'
import { dailyLogList, type LogKind, mostLogDays, usualLogDays } from '#contract/words/daily-log.ts'
import { keyOf, serverQuery } from '~/data/query'
import {
  exportBodyTempLogs,
  exportConditionLogs,
  exportHealthcareLogs,
  exportLocationLogs,
  exportMenstrualLogs,
  getHealthAccess,
  getHealthConsent,
  listBodyTempLogs,
  listConditionLogs,
  listHealthcareLogs,
  listLocationLogs,
  listMenstrualLogs,
  summariseDailyLogs,
} from '~/functions/daily-log'
import { listMembers } from '~/functions/member'
import { addDays, isMonth, todayInTokyo } from '~/lib/dates'
import { anId, listRequest, listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { readsMemberId } from '~/lib/user-id'
import { shopFilter, shopMeta } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

const read = readsMemberId(
  listSearch({
    ...dailyLogList,
    filters: { shop: shopFilter, ...dailyLogList.filters, userId: anId, view: oneOf('chart', 'summary') },
  }),
)
/** Search of the URL: whose days, which ones and how they are shown; never any values. */
export const logSearch = (raw: Record<string, unknown>) => {
  const { keyword: _, ...search } = read(raw)
  return search
}
export type LogSearch = SearchOf<typeof logSearch>

/** On a member's page, also the kind of log. */
const readOfMember = listSearch({
  ...dailyLogList,
  filters: {
    shop: shopFilter,
    ...dailyLogList.filters,
    view: oneOf('chart'),
    kind: oneOf('healthcare', 'location', 'bodyTemp', 'menstrual'),
  },
})
export const memberLogSearch = (raw: Record<string, unknown>) => {
  const { keyword: _, ...search } = readOfMember(raw)
  return search
}
export type MemberLogSearch = SearchOf<typeof memberLogSearch>

/** The period; the last four weeks by default. */
export function shownDays({ from, to }: { from?: string; to?: string }, today = todayInTokyo()) {
  const until = to ?? (from ? addDays(from, usualLogDays - 1) : today)
  return { from: from ?? addDays(until, 1 - usualLogDays), to: until }
}

/** Why the period is invalid, as a message on its last day. */
export function periodFault({ from, to }: { from: string; to: string }): string | undefined {
  if (to < from) return '終了日には開始日以降の日を指定してください。'
  if (addDays(from, mostLogDays - 1) < to) return `終了日には開始日から${mostLogDays}日以内の日を指定してください。`
  return undefined
}

/** The member or the shop whose days are shown. */
export type LogOwner = { userId: string } | { shopId: string }

type AnswerOfKind<K extends LogKind> = AnswerOf<`dailyLog.${K}`>
export type Day<K extends LogKind = LogKind> = AnswerOfKind<K>['list'][number]
/** Response of any kind of log. */
export type DaysAnswer = Omit<AnswerOf<'dailyLog.condition'>, 'list'> & { list: Day[] }

const reads = {
  condition: listConditionLogs,
  healthcare: listHealthcareLogs,
  location: listLocationLogs,
  bodyTemp: listBodyTempLogs,
  menstrual: listMenstrualLogs,
}
const exports = {
  condition: exportConditionLogs,
  healthcare: exportHealthcareLogs,
  location: exportLocationLogs,
  bodyTemp: exportBodyTempLogs,
  menstrual: exportMenstrualLogs,
}

type DaysRequest = InputOf<'dailyLog.condition'>

/** The list's input for a URL. */
export const requestedDays = (search: MemberLogSearch | LogSearch, owner: LogOwner): DaysRequest => {
  const { offset, limit, sort } = search
  return { ...listRequest(dailyLogList, { offset, limit, sort }), ...shownDays(search), ...owner }
}
/** A page of a member's days, or all of them for the charts. */
export const requestOfMember = (search: MemberLogSearch | LogSearch, userId: string): DaysRequest =>
  search.view === 'chart'
    ? { ...shownDays(search), ...{ userId, limit: 500, sortKey: 'date', sortDir: 'asc' } }
    : requestedDays(search, { userId })

/** Health data are removed from the cache once off the screen. */
const kept = { gcTime: 0 }
/** Refetch interval, also on window focus, since a consent may be withdrawn at any time. */
export const readAgain = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const

/** Days of one log. Never uses another member's or shop's days as placeholder. */
export const daysQuery = (kind: LogKind, input: DaysRequest) => ({
  queryKey: [...keyOf(`dailyLog.${kind}`), input] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => reads[kind]({ data: input, signal }) as Promise<DaysAnswer>,
  ...kept,
  meta: { ...shopMeta(input.shopId), list: `${kind} ${input.userId ?? ''}` },
})

/** The days as a file. */
export const exportDays = (kind: LogKind, data: DaysRequest, signal: AbortSignal) => exports[kind]({ data, signal })

/** Weekly counts published for a shop, or for every shop in scope. */
export const weeksQuery = (kind: LogKind, search: LogSearch, shopId: string | undefined) => ({
  ...shopQuery(
    'dailyLog.summary',
    summariseDailyLogs,
  )({ kind, ...shownDays(search), ...(shopId !== undefined && { shopId }) }),
  ...kept,
})

/** Consents of a member, with dates. */
export const consentQuery = (id: string) => ({
  ...serverQuery('dailyLog.consent', getHealthConsent)({ id }),
  ...kept,
  staleTime: 0,
})

/** Members by part of a name or number. */
export const foundMembersQuery = (keyword: string, of: { shopId?: string; assigned?: 'true' }) =>
  shopQuery('member.list', listMembers)({ keyword, limit: 5, ...of })

/** Search of the access report's URL. */
export interface AccessSearch {
  month?: string
}
export const accessSearch = ({ month }: Record<string, unknown>): AccessSearch =>
  isMonth(String(month)) ? { month: String(month) } : {}

export const accessQuery = (month: string) => serverQuery('dailyLog.access', getHealthAccess)({ month })
