import type { ImportKind } from '#contract/words/import.ts'

/** What can still be corrected when an import can no longer be taken back, as a file of each kind finds its rows again. */
export const afterUndo: Record<ImportKind, string> = {
  member: '正しい値のファイルを取り込むと、同じ会員番号の会員が変わります。登録した会員は削除できません。',
  contract:
    '同じ会員・プラン・開始日の行を取り込むと、月額や終了日が変わります。誤って加わった契約は、終了日を入れて終えられます。',
  ticket:
    '同じ会員・チケット・付与日時の行を取り込むと、枚数や有効期限が変わります。利用枚数を付与枚数と同じにすると、残りがなくなります。',
  visit: '同じ会員・店舗・入館日時の行を取り込むと、退館日時が変わります。来館は削除できません。',
  booking: '同じ会員・プログラム・開始時刻の行を取り込むと、予約ステータスが変わります。予約は削除できません。',
  sale: '同じ売上IDか、同じ店舗と伝票番号の行を取り込むと、金額や区分が変わります。ステータスを「取消」にすると、集計に入りません。',
  bill: '同じ会員・対象月の行を取り込むと、請求額や入金の状態が変わります。請求額は0円にもできます。',
  staff: 'スタッフの画面で、内容を変更するか、退職済にできます。',
}
