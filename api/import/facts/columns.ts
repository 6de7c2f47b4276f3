import { visibleCode } from '#contract/invisible.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import type { ImportKind } from '#contract/words/import.ts'
import type { importColumns } from '#contract/words/import-columns.ts'
import { salesCategories } from '#contract/words/report.ts'
import { ticketSources } from '#contract/words/shop.ts'
import { type Read, readId } from '../values.ts'
import { saleStateWords } from './sale-states.ts'
import {
  readCount,
  readFactDay,
  readLabel,
  readLabelled,
  readMoment,
  readMonth,
  readTime,
  readWord,
  readYen,
} from './values.ts'

// The columns of facts, by the headings of their templates and of the provider's exports: contracts are in ML001, sales
// in PL001, bookings in RL001, before and after the change of 2024-04-23. Headings are exact: 割引金額 is no 合計金額.

export type FactKind = Exclude<ImportKind, 'member' | 'staff'>
type Columns<Kind extends FactKind> = keyof (typeof importColumns)[Kind]
export type FactColumn = { [Kind in FactKind]: Columns<Kind> }[FactKind]

export interface ColumnReader {
  /** Besides its label. */
  headings: readonly string[]
  read(cell: string): Read<string | number>
  /** Not cleared by an empty cell. */
  stays?: true
}

/** Columns that are read apart: who and where. */
export const apart = ['memberId', 'memberNo', 'shop'] as const
type Own<Kind extends FactKind> = Exclude<Columns<Kind>, (typeof apart)[number]>

export interface FactLayout {
  columns: Readonly<Record<string, ColumnReader>>
  /** Without one of each group a file says nothing of these facts. */
  needed: readonly (readonly FactColumn[])[]
  /** A row without any of these has no such fact: members without a contract. */
  hasFact: readonly FactColumn[]
  /** Known headings that are of no use here. */
  elsewhere: readonly string[]
}

const stays = true
const id: ColumnReader = { headings: [], read: readId, stays }
const of = (read: ColumnReader['read'], ...headings: string[]): ColumnReader => ({ headings, read })
const kept = (read: ColumnReader['read'], ...headings: string[]): ColumnReader => ({ headings, read, stays })

const methodWords = {
  card: ['クレジットカード', 'カード', 'クレジット', 'クレジット決済'],
  bankTransfer: ['口座振替', '口座引落', '口座引き落とし', '振替', '銀行振込'],
  cash: ['現金', '現金決済', '店頭現金'],
  storeCard: ['店頭カード', '店頭クレジット', '店頭クレジットカード', '電子マネー', 'QR決済', '店頭電子マネー'],
} as const

const { refunded: _, cancelled: __, ...billWords } = saleStateWords

/** Of ML001, which is a file of members first. */
const ofMembers = [
  ...[
    '氏名',
    '氏名カナ',
    'フリガナ',
    '姓',
    '名',
    'セイ',
    'メイ',
    'メールアドレス',
    '代表メールアドレス',
    '電話番号',
    '権限タイプ',
  ],
  ...[
    '代表氏名',
    '性別',
    '生年月日',
    '年齢',
    '郵便番号',
    '都道府県',
    '住所',
    '住所1',
    '住所2',
    '建物名',
    '入会日',
    '入会日時',
  ],
  ...['最終受講日時', '所属店舗名', 'プラン継続期間', '初回契約プラン', '在籍期間', '所属店舗'],
]

const layouts: { [Kind in FactKind]: FactLayout & { columns: Record<Own<Kind>, ColumnReader> } } = {
  contract: {
    columns: {
      externalId: id,
      planCode: kept((cell) => readLabel(visibleCode(cell)), '契約プランコード'),
      plan: kept(readLabel, '契約プラン名', 'プラン名', '契約プラン'),
      monthlyFee: kept(readYen, '月額(円)', '月会費', '月額(税込)'),
      contractedOn: kept(readFactDay, 'プラン契約日'),
      startOn: kept(readFactDay, 'プラン契約適用開始日', '適用開始日', '利用開始日'),
      endOn: of(readFactDay, 'プラン契約適用終了日', '適用終了日'),
      cancelRequestedOn: of(readFactDay, '退会申請日'),
      cancelReason: of(readLabelled(cancelReasons)),
      paymentMethod: kept(readWord(methodWords), '決済方法'),
    },
    needed: [
      ['plan', 'planCode'],
      ['startOn', 'contractedOn'],
    ],
    hasFact: ['plan', 'planCode', 'startOn', 'contractedOn'],
    elsewhere: ofMembers,
  },
  ticket: {
    columns: {
      externalId: id,
      ticket: kept(readLabel, 'チケット名', 'チケット種別'),
      grantedAt: kept(readMoment, '付与日', '購入日時', '購入日'),
      grantedNum: kept(readCount, '枚数', '購入枚数'),
      usedNum: kept(readCount, '使用枚数', '消化枚数'),
      expiresOn: of(readFactDay, '有効期限日'),
      unitPrice: kept(readYen, '単価(円)'),
      source: kept(readLabelled(ticketSources, { staffGrant: ['スタッフ付与'], purchase: ['販売'] }), '付与方法'),
    },
    needed: [['ticket'], ['grantedAt'], ['grantedNum']],
    hasFact: ['ticket', 'grantedAt', 'grantedNum'],
    elsewhere: ['残枚数', '残数', '氏名'],
  },
  visit: {
    columns: {
      enteredAt: kept(readMoment, '入館時刻', '入館日', '来館日時', 'チェックイン日時', '入場日時'),
      leftAt: of(readMoment, '退館時刻', '退場日時'),
    },
    needed: [['enteredAt']],
    hasFact: ['enteredAt'],
    elsewhere: ['氏名', '滞在時間'],
  },
  booking: {
    columns: {
      externalId: id,
      program: kept(readLabel, 'プログラム名', 'レッスン名', 'メニュー名'),
      room: of(readLabel, 'ルーム名', 'スタジオ名'),
      startDay: kept(readFactDay, 'レッスン日', '予約日'),
      startTime: kept(readTime),
      endTime: kept(readTime),
      status: kept(
        readWord({
          booked: ['予約済', '予約済み', '予約中', '予約'],
          checkedIn: ['チェックイン', 'チェックイン済', 'チェックイン済み'],
          completed: ['受講済', '受講済み', '出席', '来館済'],
          cancelled: ['キャンセル', 'キャンセル済', 'キャンセル済み', '取消'],
          lateCancelled: ['直前キャンセル', '当日キャンセル'],
          noShow: ['無断キャンセル', '欠席', '無断欠席'],
          waitlisted: ['キャンセル待ち'],
        }),
        'ステータス',
        '状態',
      ),
      bookedAt: kept(readMoment, '予約処理日', '予約処理日時', '予約登録日時'),
    },
    needed: [['startDay'], ['startTime'], ['status']],
    hasFact: ['startDay', 'startTime'],
    elsewhere: ['使用チケット', '氏名', 'スタッフ', '担当', '回'],
  },
  sale: {
    columns: {
      externalId: id,
      settledAt: of(readMoment, '精算日', '決済日時', '売上日時', '売上日'),
      targetMonth: of(readMonth),
      method: kept(readWord(methodWords), '決済方法'),
      status: kept(readWord(saleStateWords), '状態'),
      product: kept(readLabel, '商品名', '内容', '品目'),
      category: kept(
        readLabelled(salesCategories, { membershipFee: ['月会費'], other: ['未分類'] }),
        '売上区分',
        'カテゴリ',
      ),
      quantity: kept(readCount, '個数'),
      net: kept(readYen, '金額', '合計', '合計金額(税込)'),
      tax: kept(readYen, '消費税', '内消費税', '税額'),
      discount: kept(readYen, '割引', '割引額'),
    },
    needed: [['externalId'], ['settledAt'], ['product'], ['net']],
    hasFact: ['externalId', 'net'],
    elsewhere: ['手数料', '入金日', '氏名', 'スタッフ'],
  },
  bill: {
    columns: {
      targetMonth: kept(readMonth, '請求月', '年月'),
      dueOn: kept(readFactDay, '振替日', '引落日'),
      amount: kept(readYen, '請求額(円)', '金額', '請求金額'),
      method: kept(readWord(methodWords), '決済方法'),
      status: kept(readWord({ ...billWords, pending: ['処理待ち', '請求前', '請求予定', '処理中'] }), 'ステータス'),
      paidOn: of(readFactDay, '支払日'),
    },
    needed: [['targetMonth'], ['amount'], ['status']],
    hasFact: ['targetMonth', 'amount'],
    elsewhere: ['氏名', '請求ID'],
  },
}

export const layoutOf = (kind: FactKind): FactLayout => layouts[kind]

/** Headings of the columns that are read apart, besides their labels. The first is the shop of the fact. */
export const headingsApart = {
  memberId: ['提供元ID'],
  memberNo: ['会員No', '会員No.', '会員NO'],
  shop: ['店舗名', '購入店舗', '来館店舗', '予約店舗', 'メンバー所属店舗名', '所属店舗', '所属店舗名'],
} as const satisfies Record<(typeof apart)[number], readonly string[]>
