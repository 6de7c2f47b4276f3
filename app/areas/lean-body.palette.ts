import type { AreaPalette } from '~/frame/area'
import { leanBodyContents } from './lean-body'

export const palette: AreaPalette = {
  area: leanBodyContents,
  letter: 'b',
  alsoCalled: 'リーンボディ 動画 どうが LEANBODYのコンテンツの更新 LEANBODYのコンテンツの一括更新',
}
