import type { AreaPalette } from '~/frame/area'
import { dailyReports } from './daily-reports'

export const palette: AreaPalette = {
  area: dailyReports,
  letter: 'n',
  alsoCalled: 'にっぽう 提出状況 ていしゅつ 日報の下書きの保存',
  actions: [
    { path: '/shop-reports/list', label: '日報の一覧を見る', alsoCalled: 'にっぽう' },
    {
      path: '/shop-reports/list',
      search: 'status=submitted',
      permission: 'dailyReport.approve',
      label: '承認待ちの日報を見る',
      alsoCalled: 'にっぽう しょうにんまち',
    },
  ],
}
