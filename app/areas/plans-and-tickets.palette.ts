import type { AreaPalette } from '~/frame/area'
import { plansAndTickets } from './plans-and-tickets'

export const palette: AreaPalette = {
  area: plansAndTickets,
  letter: 'p',
  alsoCalled:
    '料金 会費 りょうきん かいひ プランの一覧 プランの更新 プランの情報の更新 プランの統合 統合したプランを元に戻す操作',
  actions: [
    {
      path: '/hacomono/plans-or-tickets/tickets',
      label: 'チケットの販売と残数を見る',
      alsoCalled: '回数券 かいすうけん',
    },
  ],
}
