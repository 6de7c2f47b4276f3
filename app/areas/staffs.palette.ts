import type { AreaPalette } from '~/frame/area'
import { staffs } from './staffs'

export const palette: AreaPalette = {
  area: staffs,
  letter: 't',
  alsoCalled: '社員 しゃいん トレーナー',
  actions: [
    { path: '/staffs/new', label: 'スタッフを登録', alsoCalled: '招待 しょうたい 入社' },
    { path: '/rights', label: '権限一覧を見る', alsoCalled: 'けんげん' },
    {
      path: '/docs',
      label: 'APIの仕様書を見る',
      permission: 'apiDocs.read',
      alsoCalled: 'えーぴーあい openapi 連携 開発者',
    },
  ],
}
