import type { ListWords } from './list.ts'

/** Kinds of events that staff write down. */
export const clubEventKinds = {
  closure: '休館',
  price: '料金改定',
  campaign: 'キャンペーン',
  other: 'その他',
} as const

/** Kinds of events on a chart's axis: an announcement is one by itself. */
export const shownEventKinds = { ...clubEventKinds, announcement: 'お知らせ' } as const
export type ShownEventKind = keyof typeof shownEventKinds

/** Where an event on an axis comes from. */
export const eventSources = {
  written: '登録',
  shop: '店舗の休館日',
  plan: '契約の会費',
  member: '入会キャンペーン',
  announcement: 'お知らせ',
} as const

export const clubEventList = {
  sortKeys: ['firstOn', 'title', 'updatedAt'],
  defaultSort: '-firstOn',
  filters: { kind: clubEventKinds },
} as const satisfies ListWords
