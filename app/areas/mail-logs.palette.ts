import type { AreaPalette } from '~/frame/area'
import { mailLogs } from './mail-logs'

export const palette: AreaPalette = {
  area: mailLogs,
  letter: 'l',
  alsoCalled: 'そうしんりれき 配信 はいしん 送信したメール',
}
