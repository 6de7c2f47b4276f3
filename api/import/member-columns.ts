import type { MemberColumn } from '#contract/words/import.ts'

// The columns of a file of members, by the headings under which clubs and the provider's export ML001 have them (before
// and after its change of 2024-04-23). Headings are compared without spaces and in half width, never by likeness:
// 入会日 is not 入会日時の更新.

export const memberColumns = {
  externalId: ['メンバーID', '提供元ID'],
  memberNo: ['会員番号', '会員No', '会員No.', '会員NO'],
  name: ['氏名', '名前', '会員名'],
  lastName: ['姓', '氏'],
  firstName: ['名'],
  kana: ['氏名カナ', '氏名(カナ)', 'フリガナ', '氏名フリガナ', 'カナ'],
  lastNameKana: ['セイ', '姓カナ', '姓(カナ)'],
  firstNameKana: ['メイ', '名カナ', '名(カナ)'],
  email: ['メールアドレス', 'メール', 'Eメール'],
  representativeEmail: ['代表メールアドレス'],
  tel: ['電話番号', '電話', '携帯電話', '携帯番号', 'TEL'],
  gender: ['性別'],
  birthday: ['生年月日', '誕生日'],
  zipCode: ['郵便番号'],
  prefecture: ['都道府県'],
  address1: ['住所1', '住所'],
  address2: ['住所2', '建物名'],
  // The provider has both: the first is the member's shop, the second may name several.
  shop: ['メンバー所属店舗名', '所属店舗名', '所属店舗', '店舗名', '店舗'],
  joinedOn: ['入会日', '入会日時'],
} as const satisfies Record<MemberColumn, readonly string[]>

/** Columns of ML001 and of this product's own list that are counted here, kept here, or come with the contracts. */
export const notOfMembers: readonly string[] = [
  '利用状態',
  '契約状態',
  'プラン',
  '予定',
  '予定日',
  '最終来館日',
  '来館傾向',
  '来館傾向の理由',
  '離脱リスク',
  '離脱リスクの理由',
  '来館日数(30日)',
  'タグ',
  '担当トレーナー',
  '注意事項',
  'LEANBODY',
  '手動で固定',
  '未収金(円)',
  '権限タイプ',
  '代表氏名',
  '年齢',
  '最終受講日時',
  '契約プランコード',
  '契約プラン名',
  'プラン契約日',
  'プラン契約適用開始日',
  'プラン契約適用終了日',
  'プラン継続期間',
  '初回契約プラン',
  '在籍期間',
  '退会手続き日',
]
