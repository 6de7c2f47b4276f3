import type { AreaPalette } from '~/frame/area'
import { club } from './club'

export const palette: AreaPalette = {
  area: club,
  letter: 'i',
  alsoCalled: 'かいしゃじょうほう 運営会社 差出人 送信者 特定電子メール法 2段階認証 必須',
}
