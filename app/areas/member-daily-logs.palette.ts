import type { AreaPalette } from '~/frame/area'
import { memberDailyLogs } from './member-daily-logs'

export const palette: AreaPalette = {
  area: memberDailyLogs,
  letter: 'j',
  alsoCalled: 'にちじログ 体調 健康 たいちょう けんこう 日次ログ（体調）',
  actions: [
    {
      path: '/member-daily-logs/healthcare',
      label: 'ヘルスケアの記録を見る',
      alsoCalled: '歩数 ほすう 体重 日次ログ（ヘルスケア）',
    },
    {
      path: '/member-daily-logs/location',
      label: '行動の記録を見る',
      alsoCalled: 'こうどう 位置情報 日次ログ（行動）',
    },
    { path: '/member-daily-logs/body-temp', label: '体温の記録を見る', alsoCalled: 'たいおん 日次ログ（体温）' },
    { path: '/member-daily-logs/menstrual', label: '月経の記録を見る', alsoCalled: 'げっけい 生理 日次ログ（月経）' },
    { path: '/member-daily-logs/access', label: '健康情報アクセス状況を見る', alsoCalled: 'けんこう' },
  ],
}
