import type { AreaPalette } from '~/frame/area'
import { staffs } from './staffs'

export const palette: AreaPalette = {
  area: staffs,
  letter: 't',
  alsoCalled:
    '社員 しゃいん トレーナー 既存ユーザーのスタッフ登録 退職済のスタッフの再招待 招待メールの送信 担当店舗の更新 パスワードの再設定 パスワード再設定のリンクの送信 退職と担当の引き継ぎ 健康情報の閲覧の承認 ログイン用メールアドレスの変更 ほかのスタッフの2段階認証の解除',
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
