import type { Day } from './calendar.ts'
import { toDay } from './calendar.ts'

// The demo chain: companies, places, products and accounts.

export const companies = ['株式会社カラダクラブ', '株式会社武蔵野ヘルスケア'] as const

export interface ShopSeed {
  code: string
  name: string
  nameKana: string
  /** Index into `companies`; 1 is the franchise. */
  company: 0 | 1
  zipCode: string
  prefecture: string
  address1: string
  address2: string | null
  tel: string
  openedOn: Day
  /** Share of the chain's members, relative to the other shops. */
  size: number
  /** Where its members live: postal code, prefecture, address. */
  towns: readonly (readonly [zip: string, prefecture: string, town: string])[]
}

const tokyo = '東京都'

const mainShops: readonly ShopSeed[] = [
  {
    code: 'S001',
    name: '新宿店',
    nameKana: 'シンジュクテン',
    company: 0,
    zipCode: '1600022',
    prefecture: tokyo,
    address1: '新宿区新宿3-0-1',
    address2: 'カラダビル 2F',
    tel: '0300001001',
    openedOn: toDay('2017-04-01'),
    size: 620,
    towns: [
      ['1600022', tokyo, '新宿区新宿'],
      ['1600023', tokyo, '新宿区西新宿'],
      ['1690072', tokyo, '新宿区大久保'],
      ['1640001', tokyo, '中野区中野'],
    ],
  },
  {
    code: 'S002',
    name: '渋谷店',
    nameKana: 'シブヤテン',
    company: 0,
    zipCode: '1500002',
    prefecture: tokyo,
    address1: '渋谷区渋谷2-0-5',
    address2: '青山通りビル B1F',
    tel: '0300001002',
    openedOn: toDay('2018-10-01'),
    size: 540,
    towns: [
      ['1500002', tokyo, '渋谷区渋谷'],
      ['1500013', tokyo, '渋谷区恵比寿'],
      ['1530063', tokyo, '目黒区目黒'],
      ['1540004', tokyo, '世田谷区太子堂'],
    ],
  },
  {
    code: 'S003',
    name: '池袋店',
    nameKana: 'イケブクロテン',
    company: 0,
    zipCode: '1710022',
    prefecture: tokyo,
    address1: '豊島区南池袋1-0-8',
    address2: null,
    tel: '0300001003',
    openedOn: toDay('2019-06-01'),
    size: 480,
    towns: [
      ['1710022', tokyo, '豊島区南池袋'],
      ['1700013', tokyo, '豊島区東池袋'],
      ['1740071', tokyo, '板橋区常盤台'],
      ['1760001', tokyo, '練馬区練馬'],
    ],
  },
  {
    code: 'S004',
    name: '横浜店',
    nameKana: 'ヨコハマテン',
    company: 0,
    zipCode: '2200004',
    prefecture: '神奈川県',
    address1: '横浜市西区北幸1-0-12',
    address2: '西口プラザ 4F',
    tel: '0450001004',
    openedOn: toDay('2018-03-01'),
    size: 520,
    towns: [
      ['2200004', '神奈川県', '横浜市西区北幸'],
      ['2210835', '神奈川県', '横浜市神奈川区鶴屋町'],
      ['2310023', '神奈川県', '横浜市中区山下町'],
      ['2400004', '神奈川県', '横浜市保土ケ谷区岩間町'],
    ],
  },
  {
    code: 'F001',
    name: '大宮店',
    nameKana: 'オオミヤテン',
    company: 1,
    zipCode: '3300854',
    prefecture: '埼玉県',
    address1: 'さいたま市大宮区桜木町2-0-3',
    address2: null,
    tel: '0480001005',
    openedOn: toDay('2020-09-01'),
    size: 430,
    towns: [
      ['3300854', '埼玉県', 'さいたま市大宮区桜木町'],
      ['3300802', '埼玉県', 'さいたま市大宮区宮町'],
      ['3380001', '埼玉県', 'さいたま市中央区上落合'],
      ['3620037', '埼玉県', '上尾市上町'],
    ],
  },
  {
    code: 'F002',
    name: '川越店',
    nameKana: 'カワゴエテン',
    company: 1,
    zipCode: '3501122',
    prefecture: '埼玉県',
    address1: '川越市脇田町0-7',
    address2: 'クレスト川越 3F',
    tel: '0490001006',
    openedOn: toDay('2021-05-01'),
    size: 410,
    towns: [
      ['3501122', '埼玉県', '川越市脇田町'],
      ['3500043', '埼玉県', '川越市新富町'],
      ['3560004', '埼玉県', 'ふじみ野市上福岡'],
      ['3501305', '埼玉県', '狭山市入間川'],
    ],
  },
]

/** The six shops of the demo; a larger chain adds numbered shops modelled on the first four. */
export function shopsOf(count: number): ShopSeed[] {
  return Array.from({ length: count }, (_, at) => {
    const shop = mainShops[at]
    if (shop) return shop
    const like = mainShops[at % 4] as ShopSeed
    return {
      ...like,
      code: `S${String(at + 1).padStart(3, '0')}`,
      name: `${like.name.slice(0, -1)}第${at + 1}店`,
      nameKana: `${like.nameKana.slice(0, -2)}ダイ${at + 1}テン`,
      tel: `030000${String(1001 + at).padStart(4, '0')}`,
    }
  })
}

export type PlanKey = 'regular' | 'daytime' | 'four' | 'student' | 'corporate' | 'night' | 'suspension' | 'locker'

export interface PlanSeed {
  key: PlanKey
  code: string
  name: string
  category: 'monthly' | 'daytime' | 'countLimited' | 'student' | 'corporate' | 'suspension' | 'option'
  fee: number
  admissionFee: number | null
  withLeanBodyContent: boolean
  limitPerMonth: number | null
  usableDow: number[] | null
  usableFrom: string | null
  usableTo: string | null
  ageMin: number | null
  ageMax: number | null
  minMonths: number | null
  /** Share of those who join. */
  share: number
}

const plan = (key: PlanKey, code: string, name: string, rest: Partial<PlanSeed> & Pick<PlanSeed, 'fee'>): PlanSeed => ({
  key,
  code,
  name,
  category: 'monthly',
  admissionFee: 5500,
  withLeanBodyContent: false,
  limitPerMonth: null,
  usableDow: null,
  usableFrom: null,
  usableTo: null,
  ageMin: null,
  ageMax: null,
  minMonths: null,
  share: 0,
  ...rest,
})

/** Yen a month, tax included. */
export const plans: readonly PlanSeed[] = [
  plan('regular', 'REG', 'レギュラー会員', { fee: 9350, withLeanBodyContent: true, minMonths: 2, share: 54 }),
  plan('daytime', 'DAY', 'デイタイム会員', {
    category: 'daytime',
    fee: 7150,
    usableDow: [1, 2, 3, 4, 5],
    usableFrom: '10:00',
    usableTo: '17:00',
    share: 16,
  }),
  plan('night', 'NGT', 'ナイト会員', { fee: 7480, usableFrom: '18:00', usableTo: '23:00', share: 8 }),
  plan('four', 'M04', '月4回会員', { category: 'countLimited', fee: 6050, limitPerMonth: 4, share: 10 }),
  plan('student', 'STU', '学生会員', { category: 'student', fee: 6380, ageMin: 18, ageMax: 24, share: 6 }),
  plan('corporate', 'CRP', '法人会員', { category: 'corporate', fee: 7700, admissionFee: 0, share: 6 }),
  plan('suspension', 'SUS', '休会', { category: 'suspension', fee: 1100, admissionFee: null }),
  plan('locker', 'LCK', '契約ロッカー', { category: 'option', fee: 1100, admissionFee: null }),
]

export const planOf = (key: PlanKey): PlanSeed => plans.find((one) => one.key === key) as PlanSeed

/** Plans are numbered per shop, in the order of the list. */
export const planId = (shopAt: number, planAt: number) => String(shopAt * plans.length + planAt + 1)

export const products = [
  { code: 'FEE', name: '月会費', category: 'membershipFee', price: 9350, taxRate: 0.1 },
  { code: 'ADM', name: '入会金', category: 'admissionFee', price: 5500, taxRate: 0.1 },
  { code: 'LCK', name: '契約ロッカー', category: 'option', price: 1100, taxRate: 0.1 },
  { code: 'TK4', name: 'スタジオ回数券（4回）', category: 'ticket', price: 4400, taxRate: 0.1 },
  { code: 'TK1', name: 'ビジター利用券', category: 'ticket', price: 2750, taxRate: 0.1 },
  { code: 'PT1', name: 'パーソナルトレーニング（60分）', category: 'personal', price: 6600, taxRate: 0.1 },
  { code: 'PT4', name: 'パーソナルトレーニング（4回）', category: 'personal', price: 24200, taxRate: 0.1 },
  { code: 'WTR', name: '天然水 500ml', category: 'product', price: 130, taxRate: 0.08 },
  { code: 'PRD', name: 'プロテインドリンク', category: 'product', price: 380, taxRate: 0.08 },
  { code: 'BAR', name: 'プロテインバー', category: 'product', price: 270, taxRate: 0.08 },
  { code: 'PRO', name: 'ホエイプロテイン 1kg', category: 'product', price: 4980, taxRate: 0.08 },
  { code: 'TWL', name: 'レンタルタオル', category: 'other', price: 220, taxRate: 0.1 },
  { code: 'WER', name: 'レンタルウェア', category: 'other', price: 330, taxRate: 0.1 },
] as const

export const demoPassword = 'asa-no-rajio-taiso'

export interface DemoAccount {
  email: string
  displayName: string
  /** 姓 名 セイ メイ. */
  name: string
  role: 'level1' | 'level2' | 'level3' | 'level4' | 'all'
  isAdmin: boolean
  status: 'active' | 'suspended'
  /** Indexes into the list of shops. */
  shops: readonly number[]
}

const account = (
  login: string,
  displayName: string,
  name: string,
  role: DemoAccount['role'],
  shops: readonly number[],
) => ({
  email: `${login}@example.jp`,
  displayName,
  name,
  role,
  isAdmin: login === 'admin',
  status: login === 'suspended' ? ('suspended' as const) : ('active' as const),
  shops,
})

/** The accounts of the README; 新宿店 is shop 0, the franchise's shops are 4 and 5. */
export const demoAccounts: readonly DemoAccount[] = [
  account('partner', '取引先 三上', '三上 健 ミカミ ケン', 'level1', [0]),
  account('trainer', '桜井 大輝', '桜井 大輝 サクライ ダイキ', 'level2', [0]),
  account('manager', '水野 香織', '水野 香織 ミズノ カオリ', 'level3', [0]),
  account('owner', '武田 信一', '武田 信一 タケダ シンイチ', 'level4', [4, 5]),
  account('head', '本部 川島', '川島 由美 カワシマ ユミ', 'all', []),
  account('admin', '管理者 森本', '森本 隆 モリモト タカシ', 'all', []),
  account('suspended', '休職 野村', '野村 彩 ノムラ アヤ', 'level3', [0]),
]

/** The staff number of an account, such as `head`. */
export const staffIdOf = (login: string) =>
  String(demoAccounts.findIndex(({ email }) => email.startsWith(`${login}@`)) + 1)

/** Trainers of each shop: they hold the classes and do not sign in. */
export const trainerNames = [
  '高瀬 翼 タカセ ツバサ',
  '水谷 愛 ミズタニ アイ',
  '長井 亮太 ナガイ リョウタ',
  '杉山 未来 スギヤマ ミク',
  '島田 圭 シマダ ケイ',
  '早川 咲 ハヤカワ サキ',
] as const
