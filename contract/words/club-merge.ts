import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** How far the imported data and the club system's have come together, before the first run counts (decision 0106). */
export const mergeStates = {
  /** A sample is compared; nothing is chosen, and nothing is read. */
  open: '回答待ち',
  /** Imports are taken back before the run. */
  undoing: '取り込みの取り消し中',
  /** Members are read and not written. */
  reading: '会員の取得中',
  people: '会員の回答待ち',
  writingPeople: '会員の反映中',
  /** The rest is read and not written. */
  comparing: '契約・売上などの取得中',
  facts: '契約・売上などの回答待ち',
  writing: '反映中',
  merged: '反映済み',
  takingBack: '反映の取り消し中',
  /** Imports were taken back instead. */
  undone: '取り込みの取り消し済み',
} as const
export type MergeState = ValueOf<typeof mergeStates>

/** What can be done when data of files are here and the club system has not been read. */
export const mergeChoices = {
  undo: '取り込みを取り消してから取得する',
  compare: '突き合わせてから反映する',
} as const

const sameOrBoth = { same: '同じものとして扱う', both: '別のものとして両方残す' } as const
const keepOrRemove = { keep: '残す', remove: '除く' } as const

/** Groups of rows that need an answer, each with what may be said of the whole group. */
export const mergeGroups = {
  peopleAlike: {
    label: '番号の異なる、同じ人らしい会員',
    stage: 'people',
    answers: { same: '同じ会員として扱う', other: '別の会員として扱う' },
  },
  contractsTwo: {
    label: '基本契約が二つになる会員',
    stage: 'facts',
    answers: {
      theirs: '提供元の契約だけを残す',
      until: '取り込んだ契約は、提供元の契約の開始日の前日までとする',
      both: '両方の契約を残す',
    },
  },
  ticketsAlike: { label: '日付の異なる、同じチケットらしいもの', stage: 'facts', answers: sameOrBoth },
  bookingsAlike: { label: '名前の異なる、同じ日時の予約', stage: 'facts', answers: sameOrBoth },
  bookingsHere: { label: '提供元にない、取得期間内の予約', stage: 'facts', answers: keepOrRemove },
  salesAlike: {
    label: '日付、内訳、購入者、入金のどれかが異なる、同じ売上らしいもの',
    stage: 'facts',
    answers: sameOrBoth,
  },
  salesHere: { label: '提供元にない、取得期間内の売上', stage: 'facts', answers: keepOrRemove },
  visitsAlike: { label: '時刻の異なる、同じ日の来館', stage: 'facts', answers: sameOrBoth },
} as const
export type MergeGroupKey = keyof typeof mergeGroups

export const mergeGroupLabels = Object.fromEntries(
  Object.entries(mergeGroups).map(([key, { label }]) => [key, label]),
) as { [Key in MergeGroupKey]: (typeof mergeGroups)[Key]['label'] }

/** What is compared, as a table shows it. */
export const mergedKinds = {
  members: '会員',
  contracts: '契約',
  memberTickets: '保有チケット',
  bookings: '予約',
  visits: '来館',
  purchases: '売上',
} as const
export type MergedKind = keyof typeof mergedKinds

export const mergeRowList = {
  sortKeys: ['id'],
  defaultSort: 'id',
  filters: { key: mergeGroupLabels },
} as const satisfies ListWords

/** What waits for an answer: one row at most. */
export const mergeList = { sortKeys: ['state'], defaultSort: 'state', filters: {} } as const satisfies ListWords

/** Days for which what was written over imported data can be taken back as a whole. */
export const mergeRevocableDays = 30
