import type { AreaPalette } from '~/frame/area'
import { columns } from './columns'

export const palette: AreaPalette = {
  area: columns,
  letter: 'c',
  alsoCalled: '記事 きじ コラムの表示順の変更',
  actions: [{ path: '/other-settings/columns/order', label: 'コラムを並べ替える', alsoCalled: '順番 じゅんばん' }],
}
