import type { AreaPalette } from '~/frame/area'
import { memberActivities } from './member-activities'

export const palette: AreaPalette = {
  area: memberActivities,
  letter: 'u',
  alsoCalled: 'かいいんのりようじょうきょう 視聴 しちょう LEANBODYの利用状況 一覧',
  actions: [
    {
      path: '/lean-body/member-activities/summary',
      label: '会員の利用状況の集計を見る',
      alsoCalled: 'LEAN BODY リーンボディ',
    },
  ],
}
