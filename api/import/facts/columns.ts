import { visibleCode } from '#contract/invisible.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import type { ImportKind } from '#contract/words/import.ts'
import type { importColumns } from '#contract/words/import-columns.ts'
import { salesCategories } from '#contract/words/report.ts'
import { ticketSources } from '#contract/words/shop.ts'
import { type Read, readId, readNumber, readTime } from '../values.ts'
import { readLeanBody, readPlanKind } from './new-plans.ts'
import { saleStateWords } from './sale-states.ts'
import {
  readCount,
  readEnd,
  readFactDay,
  readLabel,
  readLabelled,
  readMoment,
  readMonth,
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
  read(cell: string): Read<string | number | null>
  /** An empty cell does not clear it. */
  stays?: true
}

/** Columns that are read apart: who and where, and times of a day in another column. */
export const apart = ['memberId', 'memberNo', 'shop', 'enteredTime', 'leftTime', 'settledTime'] as const
type Own<Kind extends FactKind> = Exclude<Columns<Kind>, (typeof apart)[number]>

export interface FactLayout {
  columns: Readonly<Record<string, ColumnReader>>
  /** A file of these facts needs one column of each group. */
  needed: readonly (readonly FactColumn[])[]
  /** A row without any of these has no such fact: members without a contract. */
  hasFact: readonly FactColumn[]
  /** Known headings that are not read. */
  elsewhere: readonly string[]
  /**
   * Columns of which a file may have only one: among several headings that are not its label the right one is unclear.
   */
  oneOnly?: readonly FactColumn[]
  /** Times of a day in a column of their own: of which moment; `day`: of whose day where it has none of its own. */
  times?: Readonly<Partial<Record<(typeof apart)[number], { of: FactColumn; day?: FactColumn }>>>
}

const stays = true
const id: ColumnReader = { headings: [], read: readId, stays }
const of = (read: ColumnReader['read'], ...headings: string[]): ColumnReader => ({ headings, read })
const kept = (read: ColumnReader['read'], ...headings: string[]): ColumnReader => ({ headings, read, stays })

const methodWords = {
  card: ['クレジットカード', 'カード', 'クレジット', 'クレジット決済', 'クレカ', 'クレジット払い', 'カード払い'],
  bankTransfer: [
    '口座振替',
    '口座引落',
    '口座引き落とし',
    '振替',
    '銀行振込',
    '口振',
    '引落',
    '引き落とし',
    '自動振替',
  ],
  cash: ['現金', '現金決済', '店頭現金', '現金払い'],
  storeCard: ['店頭カード', '店頭クレジット', '店頭クレジットカード', '電子マネー', 'QR決済', '店頭電子マネー'],
} as const
const methodHeadings = [
  '決済方法',
  '支払い方法',
  'お支払方法',
  'お支払い方法',
  '支払',
  '支払い',
  '支払区分',
  '決済手段',
]

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
      plan: kept(
        readLabel,
        '契約プラン名',
        'プラン名',
        '契約プラン',
        'コース',
        'コース名',
        'ご利用コース',
        '契約コース',
        '会員種別',
        '会員区分',
      ),
      monthlyFee: kept(
        readYen,
        '月額(円)',
        '月会費',
        '月額(税込)',
        '月会費(税込)',
        '会費',
        '月額会費',
        '月額料金',
        '料金',
      ),
      planKind: kept(readPlanKind, '種別', '区分', 'プラン種別', 'プラン区分', '契約種別', '契約区分'),
      leanBody: kept(readLeanBody, 'LEANBODY', 'リーンボディ', 'LEAN BODY付き', 'リーンボディ付き', 'LEAN BODY利用'),
      contractedOn: kept(readFactDay, 'プラン契約日'),
      startOn: kept(readFactDay, 'プラン契約適用開始日', '適用開始日', '利用開始日', '契約開始日', '開始年月日'),
      endOn: of(readEnd, 'プラン契約適用終了日', '適用終了日', '契約終了日', '終了年月日', '満了日', '契約満了日'),
      cancelRequestedOn: of(readFactDay, '退会申請日'),
      cancelReason: of(readLabelled(cancelReasons)),
      paymentMethod: kept(readWord(methodWords), ...methodHeadings),
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
      ticket: kept(readLabel, 'チケット名', 'チケット種別', '券種', '回数券', '回数券名'),
      grantedAt: kept(readMoment, '付与日', '購入日時', '購入日'),
      grantedNum: kept(readCount, '枚数', '購入枚数'),
      usedNum: kept(readCount, '使用枚数', '消化枚数'),
      expiresOn: of(readEnd, '有効期限日'),
      unitPrice: kept(readYen, '単価(円)'),
      source: kept(
        readLabelled(ticketSources, { staffGrant: ['スタッフ付与'], purchase: ['販売'] }),
        '付与方法',
        '入手方法',
      ),
    },
    needed: [['ticket'], ['grantedAt'], ['grantedNum']],
    hasFact: ['ticket', 'grantedAt', 'grantedNum'],
    elsewhere: ['残枚数', '残数', '氏名'],
  },
  visit: {
    columns: {
      enteredAt: kept(
        readMoment,
        '入館日',
        '来館日',
        '来館日時',
        'チェックイン日時',
        '入場日時',
        '日付',
        '利用日',
        '利用日時',
      ),
      leftAt: of(readMoment, '退館日', '退場日時', 'チェックアウト日時'),
    },
    needed: [['enteredAt']],
    hasFact: ['enteredAt'],
    elsewhere: ['氏名', '滞在時間'],
    times: { enteredTime: { of: 'enteredAt' }, leftTime: { of: 'leftAt', day: 'enteredAt' } },
  },
  booking: {
    columns: {
      externalId: id,
      program: kept(
        readLabel,
        'プログラム名',
        'レッスン名',
        'メニュー名',
        'メニュー',
        'クラス名',
        'クラス',
        'レッスン',
      ),
      room: of(readLabel, 'ルーム名', 'スタジオ名'),
      startDay: kept(readFactDay, 'レッスン日', '予約日', '開催日', '日付'),
      startTime: kept(readTime, '開始時間', '開始'),
      endTime: kept(readTime, '終了時間', '終了'),
      status: kept(
        readWord({
          booked: ['予約済', '予約済み', '予約中', '予約'],
          checkedIn: ['チェックイン', 'チェックイン済', 'チェックイン済み', '来店済', '来店済み'],
          completed: ['受講済', '受講済み', '出席', '来館済'],
          cancelled: ['キャンセル', 'キャンセル済', 'キャンセル済み', '取消'],
          lateCancelled: ['直前キャンセル', '当日キャンセル'],
          noShow: ['無断キャンセル', '欠席', '無断欠席'],
          waitlisted: ['キャンセル待ち'],
        }),
        'ステータス',
        '状態',
      ),
      bookedAt: kept(readMoment, '予約処理日', '予約処理日時', '予約登録日時', '予約受付日時', '受付日時'),
    },
    needed: [['startDay'], ['startTime'], ['status']],
    hasFact: ['startDay', 'startTime'],
    elsewhere: ['使用チケット', '氏名', 'スタッフ', '担当', '回'],
  },
  sale: {
    columns: {
      externalId: id,
      receiptNo: kept(
        readNumber,
        '伝票No',
        '伝票No.',
        'レシート番号',
        'レシートNo',
        '取引番号',
        '取引No',
        '売上番号',
        '会計番号',
        '会計ID',
        '伝票ID',
        '取引ID',
        '注文番号',
        '注文ID',
        'レシートID',
      ),
      settledAt: of(
        readMoment,
        '精算日',
        '決済日時',
        '売上日時',
        '売上日',
        '売上日付',
        '決済日',
        '会計日時',
        '会計日',
        '取引日時',
        '取引日',
        '日付',
      ),
      targetMonth: of(readMonth),
      method: kept(readWord(methodWords), ...methodHeadings),
      status: kept(readWord(saleStateWords), '状態'),
      product: kept(readLabel, '商品名', '内容', '品目', '商品', '品名', '項目', '売上内容'),
      category: kept(
        readLabelled(salesCategories, { membershipFee: ['月会費'], product: ['商品', '物品'], other: ['未分類'] }),
        '売上区分',
        'カテゴリ',
        'カテゴリー',
        '分類',
        '売上種別',
      ),
      quantity: kept(readCount, '個数', '点数'),
      net: kept(
        readYen,
        '合計金額(税込)',
        '金額',
        '合計',
        '金額(税込)',
        '税込金額',
        '合計(税込)',
        '売上金額',
        '小計',
        '純売上高',
        '総売上高',
        '売上高',
      ),
      tax: kept(readYen, '消費税', '内消費税', '税額', '税金', '消費税額', '内税'),
      discount: kept(readYen, '割引', '割引額'),
    },
    needed: [['externalId', 'receiptNo'], ['settledAt'], ['product'], ['net']],
    hasFact: ['externalId', 'receiptNo', 'net'],
    elsewhere: ['手数料', '入金日', '氏名', 'スタッフ', '単価'],
    times: { settledTime: { of: 'settledAt' } },
    oneOnly: ['net'],
  },
  bill: {
    columns: {
      targetMonth: kept(readMonth, '請求月', '年月', '請求年月', '対象年月', '会費月'),
      dueOn: kept(readFactDay, '振替日', '引落日', '引き落とし日', '口座振替日'),
      amount: kept(readYen, '請求額(円)', '請求金額', '金額', '会費', '月会費'),
      method: kept(readWord(methodWords), ...methodHeadings),
      status: kept(
        readWord({ ...billWords, pending: ['処理待ち', '請求前', '請求予定', '処理中'] }),
        'ステータス',
        '入金状況',
        '支払状況',
        '振替結果',
      ),
      paidOn: of(readFactDay, '支払日', '入金年月日'),
    },
    needed: [['targetMonth'], ['amount'], ['status']],
    hasFact: ['targetMonth', 'amount'],
    oneOnly: ['amount'],
    elsewhere: ['氏名', '請求ID'],
  },
}

export const layoutOf = (kind: FactKind): FactLayout => layouts[kind]

/** Headings of the columns that are read apart, besides their labels. The first is the shop of the fact. */
export const headingsApart = {
  memberId: ['提供元ID'],
  memberNo: ['会員No', '会員No.', '会員ID', '会員コード', '顧客番号', '顧客コード', '顧客ID'],
  enteredTime: ['入館時間', '来館時刻', '来館時間', '入場時刻', 'チェックイン', 'チェックイン時刻', '時刻', '利用時刻'],
  leftTime: ['退館時間', '退場時刻', 'チェックアウト', 'チェックアウト時刻'],
  settledTime: [
    '精算時刻',
    '決済時刻',
    '売上時刻',
    '会計時刻',
    '会計時間',
    '取引時刻',
    '取引時間',
    '売上時間',
    '時刻',
    '時間',
  ],
  shop: [
    '店舗名',
    '購入店舗',
    '来館店舗',
    '予約店舗',
    'メンバー所属店舗名',
    '所属店舗',
    '所属店舗名',
    '利用店舗',
    '売上店舗',
    '店名',
    '所属店',
    'クラブ',
  ],
} as const satisfies Record<(typeof apart)[number], readonly string[]>
