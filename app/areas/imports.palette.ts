import type { AreaPalette } from '~/frame/area'
import { imports } from './imports'

export const palette: AreaPalette = {
  area: imports,
  letter: 'x',
  alsoCalled:
    'とりこみ インポート CSV Excel 会員 移行 ファイルの登録 ファイルの送信 ファイルの確認 ファイルの内容の判断 同じファイルの登録 ファイルの削除 取り込みの取り消し 処理の中止 本部の確認待ちを通す 本部の確認待ちを通さない 取り込みが本部の確認待ちに',
  actions: [
    {
      path: '/other-settings/data-export',
      label: '全データを出力する',
      alsoCalled: 'しゅつりょく バックアップ 移行 zip CSV',
      permission: 'data.export',
    },
    {
      path: '/other-settings/imports/new',
      label: 'ファイルを取り込む',
      alsoCalled: 'とりこみ インポート CSV Excel ファイルの取り込み ファイルから取り込む ファイルを選ぶ',
    },
  ],
}
