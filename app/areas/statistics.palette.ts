import type { AreaPalette } from '~/frame/area'
import { statistics } from './statistics'

export const palette: AreaPalette = {
  area: statistics,
  letter: 'z',
  alsoCalled: 'とうけい 分析 ぶんせき レポート 表示の共有 共有の表示の更新 共有の表示の削除',
  actions: [
    {
      path: '/statistics/ltv',
      label: 'LTVと継続を見る',
      alsoCalled: '生涯価値 けいぞく 継続率 コホート',
      permission: 'report.money',
    },
    {
      path: '/statistics/admission',
      label: '入会・退会を見る',
      alsoCalled: 'にゅうかい たいかい 経路 退会理由 復会予告',
    },
    {
      path: '/statistics/first-days',
      label: '最初の30日の来館を見る',
      alsoCalled: 'さいしょ 新入会員 しんにゅうかいいん 定着 ていちゃく オンボーディング',
    },
    {
      path: '/statistics/sales',
      label: '売上を分けて見る',
      alsoCalled: 'うりあげ 支払方法 担当者 目標 対象月',
      permission: 'report.money',
    },
    {
      path: '/statistics/products',
      label: '商品別の売上を見る',
      alsoCalled: 'しょうひん 物販 ぶっぱん ABC パレート',
      permission: 'report.money',
    },
    {
      path: '/statistics/dues',
      label: '未収金の回収を見る',
      alsoCalled: 'みしゅうきん かいしゅう 滞納 引落 決済エラー 督促',
      permission: 'report.money',
    },
    { path: '/statistics/plans', label: 'プラン構成を見る', alsoCalled: 'ぷらん 会費の動き かいひ' },
    {
      path: '/statistics/fees',
      label: '会費の維持率を見る',
      alsoCalled: 'かいひ いじりつ リテンション 継続率 退会 減収 コホート',
      permission: 'report.money',
    },
    { path: '/statistics/shops', label: '店舗を比べる', alsoCalled: 'てんぽひかく 早期退会 そうきたいかい 店舗比較' },
    { path: '/statistics/visits', label: '来館の変化を見る', alsoCalled: 'らいかん 休眠 減少 離脱 足が遠のく' },
    {
      path: '/statistics/lessons',
      label: 'レッスンと担当を見る',
      alsoCalled: 'れっすん クラス 稼働率 充足率 インストラクター キャンセル待ち 無断キャンセル',
    },
    {
      path: '/statistics/costs',
      label: '費用と損益を見る',
      alsoCalled: 'ひよう そんえき 人件費 広告費 家賃 獲得コスト 回収月数',
      permission: 'cost.read',
    },
    {
      path: '/statistics/campaigns',
      label: 'キャンペーンの採算を見る',
      alsoCalled: 'きゃんぺーん さいさん 獲得コスト 広告費 効果 回収月数',
      permission: 'cost.read',
    },
    {
      path: '/statistics/targets',
      label: '月次目標を入力',
      alsoCalled: 'げつじもくひょう 目標 予算 よさん ノルマ',
      permission: 'shop.write',
    },
    { path: '/statistics/chance', label: '偶然の見分け方を読む', alsoCalled: 'ぐうぜん 誤差 幅 参考値 有意差' },
    { path: '/statistics/events', label: '出来事を見る', alsoCalled: 'できごと イベント 休館 料金改定' },
    {
      path: '/statistics/events/new',
      label: '出来事を登録',
      alsoCalled: 'できごと イベント 休館 料金改定 キャンペーン',
      permission: 'event.write',
    },
  ],
}
