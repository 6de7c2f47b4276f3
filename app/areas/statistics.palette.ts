import type { AreaPalette } from '~/frame/area'
import { statistics } from './statistics'

export const palette: AreaPalette = {
  area: statistics,
  letter: 'z',
  alsoCalled: 'とうけい 分析 ぶんせき レポート',
}
