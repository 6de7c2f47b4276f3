import type { AreaPalette } from '~/frame/area'
import { members } from './members'

const sharedViews =
  '条件の共有 条件・表示の共有 共有の条件の更新 共有の条件・表示の更新 共有の条件の削除 共有の条件・表示の削除'

export const palette: AreaPalette = {
  area: members,
  letter: 'm',
  alsoCalled: `かいいん 顧客 こきゃく 担当トレーナーの承認 ${sharedViews}`,
  actions: [
    {
      path: '/hacomono/members',
      search: 'alert=true',
      label: '注意事項のある会員を見る',
      alsoCalled: 'ちゅういじこう かいいん',
    },
    {
      path: '/hacomono/members/talk',
      permission: 'member.export',
      label: '今週話す会員を見る',
      alsoCalled: 'こんしゅう はなす かいいん れんらく 連絡 でんわ 電話 りだつ 離脱リスク',
    },
    {
      path: '/hacomono/members/unpaid',
      permission: 'report.money',
      label: '未収金のある会員を見る',
      alsoCalled: 'みしゅうきん 未払い 滞納 たいのう かいいん',
    },
    {
      path: '/hacomono/missing-members',
      label: '消えた会員を確認する',
      alsoCalled: 'きえたかいいん たいかい 退会 在籍 会員管理システム',
    },
  ],
}
