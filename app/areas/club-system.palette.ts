import type { AreaPalette } from '~/frame/area'
import { clubSystem } from './club-system'

export const palette: AreaPalette = {
  area: clubSystem,
  letter: 'y',
  alsoCalled: 'くらぶしすてむ hacomono ハコモノ 接続 連携 ブランドコード 対応付け スタジオ インストラクター',
}
