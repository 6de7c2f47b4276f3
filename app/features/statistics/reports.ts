import type { Permission } from '#contract/permissions.ts'
import type { ScreenPath } from '~/frame/area'

interface Report {
  path: ScreenPath
  label: string
  /** What its reader wants to know. */
  question: string
  permission: Permission
}

/** The reports of 統計, in the order of the menu. */
export const reports: readonly Report[] = [
  {
    path: '/statistics/ltv',
    label: 'LTV',
    question: '1名の会員はいくらの価値があり、どのくらい続くか。プランや年代で何が違うか。',
    permission: 'report.money',
  },
  {
    path: '/statistics/admission',
    label: '入会・退会',
    question: '何を通じて誰が入会し、誰がなぜ、どのくらいで退会したか。どこで止められるか。',
    permission: 'report.analysis',
  },
  {
    path: '/statistics/first-days',
    label: '最初の30日',
    question: '入会から30日の来館で、その後の継続はどう違うか。いま声をかけたい新入会員は誰か。',
    permission: 'report.analysis',
  },
  {
    path: '/statistics/sales',
    label: '売上',
    question: '何が、どの支払方法と担当者で売れ、目標にどこまで届いたか。',
    permission: 'report.money',
  },
  {
    path: '/statistics/products',
    label: '商品',
    question: 'どの商品が売上を支え、伸びているか。',
    permission: 'report.money',
  },
  {
    path: '/statistics/dues',
    label: '未収金の回収',
    question: '期日に払われなかった会費は、何日でどれだけ戻り、いくら残っているか。',
    permission: 'report.money',
  },
  {
    path: '/statistics/plans',
    label: 'プラン構成',
    question: 'どのプランに何名いて、会費は何で増減し、この先に何が決まっているか。',
    permission: 'report.analysis',
  },
  {
    path: '/statistics/fees',
    label: '会費の維持率',
    question: '100円の会費は12か月後に何円残り、何がいくら減らしているか。',
    permission: 'report.money',
  },
  {
    path: '/statistics/shops',
    label: '店舗比較',
    question: 'どの店舗が、偶然の差を超えて違うか。早く退会した会員は誰か。',
    permission: 'report.analysis',
  },
  {
    path: '/statistics/visits',
    label: '来館の変化',
    question: '来館が減った会員、来なくなった会員、戻ってきた会員は誰か。',
    permission: 'report.analysis',
  },
  {
    path: '/statistics/lessons',
    label: 'レッスンと担当',
    question: 'どのクラス、枠、担当者の席が、偶然の差を超えて埋まり、どこで会員が待っているか。',
    permission: 'report.analysis',
  },
  {
    path: '/statistics/costs',
    label: '費用と損益',
    question: '費用を引いて何が残り、1名の入会にいくらかけ、何か月で回収できるか。',
    permission: 'cost.read',
  },
  {
    path: '/statistics/campaigns',
    label: 'キャンペーンの採算',
    question: 'どのキャンペーンが偶然を超えて入会を増やし、1名の入会にいくらかけ、何か月で回収できるか。',
    permission: 'cost.read',
  },
  {
    path: '/statistics/targets',
    label: '月次目標',
    question: '各店舗の目標は、入会、退会、在籍、売上のそれぞれで、月ごとにいくつか。',
    permission: 'shop.write',
  },
  {
    path: '/statistics/events',
    label: '出来事',
    question: '休館、料金改定、キャンペーンなど、数字が動いた日に何があったか。',
    permission: 'report.analysis',
  },
]
