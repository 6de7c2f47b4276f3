import type { AreaPalette } from '~/frame/area'
import { shops } from './shops'

export const palette: AreaPalette = {
  area: shops,
  letter: 's',
  alsoCalled: 'てんぽ 営業時間',
}
