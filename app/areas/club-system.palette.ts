import type { AreaPalette } from '~/frame/area'
import { clubSystem } from './club-system'

export const palette: AreaPalette = {
  area: clubSystem,
  letter: 'y',
  alsoCalled:
    'くらぶしすてむ hacomono ハコモノ 接続 連携 ブランドコード 対応付け スタジオ インストラクター 取得の状況 接続の画面へ戻る',
  actions: [
    {
      path: '/hacomono/chosen-values',
      label: 'こちらの値を使用中の項目を見る',
      alsoCalled: 'こちらのあたい ファイルの値 固定 提供元の値に戻す',
      permission: 'import.run',
    },
    {
      path: '/other-settings/club-system/reconcile',
      label: '数字の突き合わせ',
      alsoCalled: 'つきあわせ 差 照合 MA002 PA002 RS002 hacomono ハコモノ',
    },
  ],
}
