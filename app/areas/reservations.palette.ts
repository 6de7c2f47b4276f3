import type { AreaPalette } from '~/frame/area'
import { reservations } from './reservations'

export const palette: AreaPalette = {
  area: reservations,
  letter: 'r',
  alsoCalled: 'よやく クラス レッスン 一覧',
  actions: [
    {
      path: '/hacomono/reservations/timetable',
      label: '予約のタイムテーブルを見る',
      alsoCalled: 'よやく 今日の予約 きょう クラス レッスン',
    },
  ],
}
