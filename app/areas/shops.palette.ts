import type { AreaPalette } from '~/frame/area'
import { shops } from './shops'

export const palette: AreaPalette = {
  area: shops,
  letter: 's',
  alsoCalled: 'てんぽ 営業時間 店舗情報の更新',
  actions: [{ path: '/hacomono/shops/new', label: '店舗を登録', alsoCalled: '出店 開業' }],
}
