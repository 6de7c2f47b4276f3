import type { AreaPalette } from '~/frame/area'
import { dataHealth } from './data-health'

export const palette: AreaPalette = {
  area: dataHealth,
  letter: 'q',
  alsoCalled: 'でーたけんこうしんだん データの確認 入会日 重複 家族 ダミー 仮のアドレス 移行日',
}
