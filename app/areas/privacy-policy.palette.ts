import type { AreaPalette } from '~/frame/area'
import { privacyPolicy } from './policies'

export const palette: AreaPalette = {
  area: privacyPolicy,
  letter: 'v',
  alsoCalled: '個人情報 こじんじょうほう 規約の版の登録 規約の版の更新 規約の版の有効化 規約の版の削除',
  actions: [
    {
      path: '/other-settings/privacy-policy/new',
      search: 'from=newest',
      label: 'プライバシーポリシーを登録',
      alsoCalled: '個人情報',
    },
    {
      path: '/other-settings/privacy-policy/difference',
      label: 'プライバシーポリシーの版を比べる',
      alsoCalled: '差分',
    },
  ],
}
