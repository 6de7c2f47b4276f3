import iconv from 'iconv-lite'
import type { ImportAnswers } from '#contract/file-import.ts'
import type { ImportKind } from '#contract/words/import.ts'
import { workbook } from './workbook.ts'

// Ten files after the exports of shops' tools, all invented: as those tools write them, nothing changed in a spreadsheet.

export interface ClubFile {
  /** What wrote it. */
  from: string
  name: string
  kind: ImportKind
  bytes: Uint8Array
  /** What nobody but the club can know: answered on the screen. */
  answers: { columns?: Record<string, string | null>; values?: ImportAnswers['values'] }
  /** How many new records it brings. */
  created: number
}

const cp932 = (...lines: string[]) => iconv.encode(lines.map((line) => `${line}\r\n`).join(''), 'cp932')
const utf8 = (...lines: string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''))
const utf16 = (...lines: string[]) => iconv.encode(lines.join('\r\n'), 'utf-16le', { addBOM: true })

/** The shops are 三軒茶屋店 and 二子玉川店, the members M0001 (佐藤 葵) to M0006. */
export const clubFiles: readonly ClubFile[] = [
  {
    from: 'a till with customers, in CP932',
    name: 'customer_list.csv',
    kind: 'member',
    answers: { columns: { 会員ID: null } },
    created: 3,
    bytes: cp932(
      '"会員ID","会員コード","姓","名","フリガナ(姓)","フリガナ(名)","郵便番号","都道府県","住所","電話番号","携帯電話番号","メールアドレス","性別","生年月日","入会日","退会日","ポイント","会員状態","所属店舗","備考"',
      '"1","M0001","佐藤","葵","サトウ","アオイ","154-0024","東京都","世田谷区三軒茶屋1-1","","090-1234-5601","a@example.jp","女性","1990/04/01","2025/04/01","","0","利用可","三軒茶屋店",""',
      '"2","M0002","鈴木","蓮","スズキ","レン","1580094","東京都","世田谷区玉川2-2","","09012345602","b@example.jp","男性","1985/12/24","2025/05/10","","120","利用可","二子玉川店","腰痛あり"',
      '"3","M0003","髙橋","陽菜","タカハシ","ヒナ","","","","","","","女性","2001/02/03","2026/11/01","","0","利用可","三軒茶屋店",""',
    ),
  },
  {
    from: 'a form on the web, as a workbook',
    name: '入会申込フォーム（回答）.xlsx',
    kind: 'member',
    answers: { columns: { ご希望の店舗: 'shop' } },
    created: 2,
    bytes: workbook([
      [
        'タイムスタンプ',
        '会員番号',
        'お名前（フルネーム）',
        'ふりがな',
        'メールアドレス',
        '電話番号',
        '生年月日',
        '性別',
        'ご希望の店舗',
        '同意',
      ],
      [
        { number: '46323.5', format: 'yyyy/m/d h:mm:ss' },
        'M0004',
        '伊藤　結衣',
        'いとう　ゆい',
        'd@example.jp',
        '090-1234-5604',
        { day: 33000 },
        '女',
        '三軒茶屋店',
        '同意する',
      ],
      [
        { number: '46324.25', format: 'yyyy/m/d h:mm:ss' },
        'M0005',
        '渡辺 大翔',
        'わたなべ ひろと',
        'e@example.jp',
        '9012345605',
        { day: 30000 },
        '男',
        '二子玉川店',
        '同意する',
      ],
    ]),
  },
  {
    from: 'a database of members, tabs and UTF-16',
    name: '顧客一覧.txt',
    kind: 'member',
    answers: {},
    created: 1,
    bytes: utf16(
      '顧客番号\t顧客名\t顧客名カナ\t性別\t生年月日\t〒\t住所\tTEL\t入会年月日\tクラブ\t担当',
      'M0006\t中村 さくら\tナカムラ サクラ\t女\t昭和63年1月7日\t〒158-0094\t東京都世田谷区玉川1-2-3\t03-1234-5606\t令和元年5月1日\t二子玉川店\t山田',
    ),
  },
  {
    from: 'a list of contracts kept by hand, with a title and a total',
    name: '月会費台帳.xlsx',
    kind: 'contract',
    answers: {},
    created: 3,
    bytes: workbook([
      ['月会費台帳　令和8年11月'],
      [],
      ['No', '会員番号', '氏名', 'コース', '月会費', '開始日', '終了日', '支払方法'],
      [
        { number: '1' },
        'M0001',
        '佐藤 葵',
        'レギュラー',
        { number: '8800', format: '"¥"#,##0' },
        { number: '45748', format: '[$-411]ge.m.d' },
        '',
        '口振',
      ],
      [
        { number: '2' },
        'M0002',
        '鈴木 蓮',
        'デイ',
        { number: '6600', format: '"¥"#,##0' },
        { number: '45787', format: '[$-411]ge.m.d' },
        '',
        'クレカ',
      ],
      [
        { number: '3' },
        'M0003',
        '髙橋 陽菜',
        'レギュラー',
        { number: '8800', format: '"¥"#,##0' },
        { number: '46327', format: '[$-411]ge.m.d' },
        '',
        '口振',
      ],
      ['', '合計', '', '', { number: '24200', format: '"¥"#,##0' }],
    ]),
  },
  {
    from: 'a gate, with date and time apart',
    name: '入退館ログ_20261102.csv',
    kind: 'visit',
    answers: {},
    created: 3,
    bytes: cp932(
      '利用日,入館時刻,退館時刻,会員番号,会員氏名,店舗名,ゲート',
      '2026/11/02,7:05,8:10,M0001,佐藤 葵,三軒茶屋店,A',
      '2026/11/02,19:30,20:45,M0002,鈴木 蓮,二子玉川店,B',
      '2026/11/02,23:40,0:20,M0003,髙橋 陽菜,三軒茶屋店,A',
    ),
  },
  {
    from: 'a till’s receipts, one line an article',
    name: '会計明細-20261102.csv',
    kind: 'sale',
    answers: {},
    created: 2,
    bytes: cp932(
      '会計ID,会計日,会計時間,店舗名,会員番号,カテゴリー,商品名,数量,単価,小計,消費税,支払方法',
      'R-1001,2026/11/02,10:15,三軒茶屋店,M0001,物販,プロテイン,1,"5,400","5,400",400,現金',
      'R-1001,2026/11/02,10:15,三軒茶屋店,M0001,物販,ウォーター,2,108,216,16,現金',
      'R-1002,2026/11/02,18:40,二子玉川店,M0002,オプション,レンタルタオル,1,220,220,20,クレジットカード',
    ),
  },
  {
    from: 'a payment terminal, UTF-8, sums with the mark of the yen',
    name: 'items-2026-11-01-2026-11-28.csv',
    kind: 'sale',
    answers: { columns: { 総売上高: null } },
    created: 2,
    bytes: utf8(
      '日付,時刻,カテゴリ,商品,数量,総売上高,割引額,純売上高,税金,取引ID,支払方法,店舗,顧客ID',
      '2026-11-02,12:03:44,物販,シェイカー,1,"¥1,100",¥0,"¥1,100",¥100,Tx9aQ,カード,三軒茶屋店,M0001',
      '2026-11-02,20:11:02,チケット,パーソナル10回券,1,"¥66,000","-¥6,600","¥59,400","¥5,400",Tx9bR,カード,二子玉川店,M0002',
    ),
  },
  {
    from: 'a collecting agency: results of the transfers',
    name: '振替結果_202611.csv',
    kind: 'bill',
    answers: {},
    created: 3,
    bytes: cp932(
      '顧客番号,氏名,請求年月,振替日,請求金額,振替結果',
      'M0001,サトウ アオイ,202611,20261102,8800,振替済',
      'M0002,スズキ レン,202611,20261102,6600,資金不足',
      'M0003,タカハシ ヒナ,202611,20261102,8800,振替済',
    ),
  },
  {
    from: 'a booking page',
    name: 'reservations.csv',
    kind: 'booking',
    answers: {},
    created: 2,
    bytes: utf8(
      '予約ID,予約日,開始時刻,終了時刻,メニュー,ステータス,会員番号,お客様名,店舗,予約受付日時',
      '90001,2026年11月02日,10:00,10:45,ヨガ,来店済み,M0001,佐藤 葵,三軒茶屋店,2026年11月01日 21:04',
      '90002,2026年11月02日,19:00,20:00,ピラティス,キャンセル,M0002,鈴木 蓮,二子玉川店,2026年11月01日 08:30',
    ),
  },
  {
    from: 'a list of tickets',
    name: '回数券管理.csv',
    kind: 'ticket',
    answers: {},
    created: 2,
    bytes: cp932(
      '会員番号,氏名,券種,購入日,購入枚数,消化枚数,残枚数,有効期限',
      'M0001,佐藤 葵,パーソナル10回券,R8.11.1,10,3,7,R9.4.30',
      'M0002,鈴木 蓮,体験5回券,R8.10.15,5,5,0,9999/12/31',
    ),
  },
]
