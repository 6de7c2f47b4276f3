import type { AreaPalette } from '~/frame/area'
import { dashboard } from './dashboard'

export const palette: AreaPalette = {
  area: dashboard,
  letter: 'd',
  alsoCalled: 'ホーム トップ 月次 集計 げつじ しゅうけい',
  actions: [
    { path: '/dashboard/yearly', label: '年次の集計を見る', alsoCalled: 'ねんじ 年間 ねんかん' },
    { path: '/dashboard/members', label: '在籍の内訳を見る', alsoCalled: 'ざいせき 入会 退会 にゅうかい たいかい' },
    { path: '/dashboard/visits', label: '来館の内訳を見る', alsoCalled: 'らいかん 来店 来館数の内訳' },
    { path: '/dashboard/sales', label: '売上明細を見る', alsoCalled: 'うりあげ 入金 にゅうきん' },
    { path: '/dashboard/reservations', label: '予約の内訳を見る', alsoCalled: 'よやく' },
    { path: '/dashboard/classes', label: 'クラスの内訳を見る', alsoCalled: 'レッスン' },
    { path: '/dashboard/leads', label: '見学・体験の内訳を見る', alsoCalled: 'けんがく たいけん' },
  ],
}
