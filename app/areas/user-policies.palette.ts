import type { AreaPalette } from '~/frame/area'
import { userPolicies } from './policies'

export const palette: AreaPalette = {
  area: userPolicies,
  letter: 'k',
  alsoCalled: 'りようきやく 規約 規約の版の登録 規約の版の更新 規約の版の有効化 規約の版の削除',
  actions: [
    { path: '/other-settings/user-policies/new', search: 'from=newest', label: '利用規約を登録', alsoCalled: 'きやく' },
    { path: '/other-settings/user-policies/difference', label: '利用規約の版を比べる', alsoCalled: 'きやく 差分' },
  ],
}
