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
/** What the URL may say: whose days, which ones and how they are shown; never anything of what they hold. */
export const logSearch = (raw: Record<string, unknown>) => {
  const { keyword: _, ...search } = read(raw)
  return search
}
export type LogSearch = SearchOf<typeof logSearch>

/** On a member's page: which log as well. */
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

/** From which day to which; the last four weeks where the URL names none. */
export function shownDays({ from, to }: { from?: string; to?: string }, today = todayInTokyo()) {
  const until = to ?? (from ? addDays(from, usualLogDays - 1) : today)
  return { from: from ?? addDays(until, 1 - usualLogDays), to: until }
}

/** Why these days cannot be asked for, a sentence about the last one. */
export function periodFault({ from, to }: { from: string; to: string }): string | undefined {
  if (to < from) return '終了日には開始日以降の日を指定してください。'
  if (addDays(from, mostLogDays - 1) < to) return `終了日には開始日から${mostLogDays}日以内の日を指定してください。`
  return undefined
}

/** A member, or a shop. */
export type LogOwner = { userId: string } | { shopId: string }

type AnswerOfKind<K extends LogKind> = AnswerOf<`dailyLog.${K}`>
export type Day<K extends LogKind = LogKind> = AnswerOfKind<K>['list'][number]
/** Of whichever log. */
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
/** A page of a member's days, or all of them for pictures. */
export const requestOfMember = (search: MemberLogSearch | LogSearch, userId: string): DaysRequest =>
  search.view === 'chart'
    ? { ...shownDays(search), ...{ userId, limit: 500, sortKey: 'date', sortDir: 'asc' } }
    : requestedDays(search, { userId })

/** Nothing of it stays in memory once it is no longer on the screen. */
const kept = { gcTime: 0 }
/** Read again so often, and whenever somebody comes back to the window: a consent may have been withdrawn. */
export const readAgain = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const

/** Days of one log. Another member's, or those of another shop, never stand in for the ones that are asked for. */
export const daysQuery = (kind: LogKind, input: DaysRequest) => ({
  queryKey: [...keyOf(`dailyLog.${kind}`), input] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => reads[kind]({ data: input, signal }) as Promise<DaysAnswer>,
  ...kept,
  meta: { ...shopMeta(input.shopId), list: `${kind} ${input.userId ?? ''}` },
})

/** The same days as a file. */
export const exportDays = (kind: LogKind, data: DaysRequest, signal: AbortSignal) => exports[kind]({ data, signal })

/** What is told of the weeks of a shop, or of every one in scope. */
export const weeksQuery = (kind: LogKind, search: LogSearch, shopId: string | undefined) => ({
  ...shopQuery(
    'dailyLog.summary',
    summariseDailyLogs,
  )({ kind, ...shownDays(search), ...(shopId !== undefined && { shopId }) }),
  ...kept,
})

/** What a member has agreed to, and when. */
export const consentQuery = (id: string) => ({
  ...serverQuery('dailyLog.consent', getHealthConsent)({ id }),
  ...kept,
  staleTime: 0,
})

/** Members by half a name or number. */
export const foundMembersQuery = (keyword: string, of: { shopId?: string; assigned?: 'true' }) =>
  shopQuery('member.list', listMembers)({ keyword, limit: 5, ...of })

/** What the URL of the access report may say. */
export interface AccessSearch {
  month?: string
}
export const accessSearch = ({ month }: Record<string, unknown>): AccessSearch =>
  isMonth(String(month)) ? { month: String(month) } : {}

export const accessQuery = (month: string) => serverQuery('dailyLog.access', getHealthAccess)({ month })
