import type { AreaPalette } from '~/frame/area'
import { reportActions } from './report-actions'

export const palette: AreaPalette = {
  area: reportActions,
  actions: [
    { path: '/shop-reports/actions', label: '改善アクションを見る', alsoCalled: 'かいぜん', letter: 'a' },
    {
      path: '/shop-reports/actions',
      search: 'overdue=true',
      label: '期限超過の改善アクションを見る',
      alsoCalled: 'かいぜん きげん 遅れ 期限を過ぎた',
    },
    { path: '/shop-reports/actions/new', label: '改善アクションを登録', alsoCalled: 'かいぜん' },
  ],
}
