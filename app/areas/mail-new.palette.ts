import type { AreaPalette } from '~/frame/area'
import { mailNew } from './mail-new'

export const palette: AreaPalette = {
  area: mailNew,
  letter: 'w',
  alsoCalled: 'めーるさくせい メールを作成 送信 そうしん 配信 はいしん',
}
