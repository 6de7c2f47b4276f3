import { type JoinRoute, joinRoutes } from './member.ts'

/** Kinds of a shop's costs, in display order. */
export const costKinds = { labor: '人件費', ads: '広告費', rent: '家賃', other: 'その他の費用' } as const
export type CostKind = keyof typeof costKinds

/** What the 広告費 was spent on, by campaign and 入会経路. */
export const adPartsLabel = '広告費の内訳'

/** The name of a part, as rows of sheets and of the log have it. */
export const adPartName = ({ campaign, route }: { campaign: string | null; route: JoinRoute | null }): string =>
  [campaign, route && `経路：${joinRoutes[route]}`].filter((one) => one !== null).join('・')

/** 入会 of a campaign's months beside what chance allows. */
export const campaignEffects = {
  more: '偶然の範囲より多い',
  less: '偶然の範囲より少ない',
  chance: '効果は確かめられません',
  repeated: '前の年も同じキャンペーンがあり、比べられません',
  unknown: '比べる月が足りません',
} as const

/** Why a 広告費 cannot be saved: its parts add up to more. */
export const adPartsFault = (parts: number): string =>
  `この項目は、内訳の合計（${parts.toLocaleString('ja-JP')}円）以上の金額にしてください。`
