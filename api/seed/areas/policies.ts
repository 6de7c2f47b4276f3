import { htmlOfMarkdown } from '#contract/policy-html.ts'
import { maxPolicyText } from '#contract/rich-text.ts'
import type { PolicyType } from '#contract/words/policy.ts'
import { policy } from '../../db/schema/policy.ts'
import { requireRichText } from '../../rules/rich-text.ts'
import type { AreaSeed } from '../areas.ts'
import { type Day, firstOfMonth, toIso } from '../calendar.ts'
import { staffIdOf } from '../club.ts'

const terms = (
  suspension: string,
  notice: string,
) => `この規約は、当社が運営するスポーツクラブ（以下「クラブ」といいます）の利用条件を定めるものです。

# 第1章 総則

## 第1条（目的）

クラブは、会員がスポーツを通じて健康を保ち、互いに親睦を深めることを目的とします。

## 第2条（会員資格）

次のすべてを満たす方は、会員になることができます。

1. この規約に同意いただいた方
2. 満15歳以上の方。ただし、18歳未満の方は保護者の同意が必要です
3. 健康状態に支障がなく、医師から運動を禁じられていない方

# 第2章 会費と手続き

## 第3条（会費）

会員は、契約したプランの会費を毎月の支払日までに支払うものとします。支払った会費は、法令に定めがある場合を除いて返金しません。

| 支払方法 | 支払日 |
| --- | --- |
| クレジットカード | 毎月20日 |
| 口座振替 | 毎月27日 |

## 第4条（休会と退会）

${suspension}

## 第5条（禁止事項）

会員は、次の行為をしてはなりません。

- ほかの会員やスタッフの迷惑になる行為
- 館内での許可のない撮影、物品の販売、勧誘
- 会員証やログイン情報を第三者に貸す行為

# 第3章 その他

## 第6条（規約の変更）

${notice}
`

const privacy = (purposes: string) => `当社は、会員の個人情報を次のとおり取り扱います。

# 1. 取得する情報

- 氏名、生年月日、連絡先など、入会時に伺う情報
- 来館、予約、お支払いの記録
- アプリで記録された体調などの情報（ご本人が同意された場合に限ります）

# 2. 利用目的

${purposes}

# 3. 第三者への提供

法令に基づく場合を除き、ご本人の同意なく個人情報を第三者に提供しません。

# 4. お問い合わせ

開示、訂正、利用停止のご請求は、所属店舗または本部の窓口で承ります。
`

interface Edition {
  type: PolicyType
  edition: string
  body: string
  /** Months from this one; it starts on the first day of that month. */
  begins: number
  isDraft?: true
  requiresReconsent?: true
  changeSummary?: string
  agreedCount?: number
}

const editions: readonly Edition[] = [
  {
    type: 'userPolicy',
    edition: '第1版',
    begins: -30,
    agreedCount: 2214,
    body: terms(
      '休会または退会を希望する会員は、前月末日までに店舗で手続きをするものとします。',
      '当社は、必要に応じてこの規約を変更することがあります。',
    ),
  },
  {
    type: 'userPolicy',
    edition: '第2版',
    begins: -8,
    requiresReconsent: true,
    agreedCount: 2689,
    changeSummary: '休会と退会の手続きの期限を、前月末日から前月15日に変更します。',
    body: terms(
      '休会または退会を希望する会員は、前月15日までに店舗で手続きをするものとします。',
      '当社は、この規約を変更するときは、施行日と変更の内容を、施行日の前に館内とウェブサイトでお知らせします。',
    ),
  },
  {
    type: 'userPolicy',
    edition: '第3版',
    begins: 1,
    changeSummary: '休会と退会の手続きを、店舗のほかにアプリでも承ります。',
    body: terms(
      '休会または退会を希望する会員は、前月15日までに、店舗またはアプリで手続きをするものとします。',
      '当社は、この規約を変更するときは、施行日と変更の内容を、施行日の前に館内、ウェブサイト、アプリでお知らせします。',
    ),
  },
  {
    type: 'privacyPolicy',
    edition: '第1版',
    begins: -30,
    agreedCount: 2871,
    body: privacy('1. 入会の手続きと会員の管理\n2. 会費の請求\n3. お知らせの送付'),
  },
  {
    type: 'privacyPolicy',
    edition: '第2版',
    begins: 1,
    requiresReconsent: true,
    changeSummary: '利用目的に「運動プログラムの提案」を加えます。',
    body: privacy(
      '1. 入会の手続きと会員の管理\n2. 会費の請求\n3. お知らせの送付\n4. 体調や来館の記録に基づく運動プログラムの提案',
    ),
  },
  {
    type: 'privacyPolicy',
    edition: '第3版',
    begins: 4,
    isDraft: true,
    changeSummary: '問い合わせ窓口を本部に一本化します（検討中）。',
    body: privacy(
      '1. 入会の手続きと会員の管理\n2. 会費の請求\n3. お知らせの送付\n4. 体調や来館の記録に基づく運動プログラムの提案',
    ),
  },
]

const titles = { userPolicy: 'スポーツクラブ利用規約', privacyPolicy: 'プライバシーポリシー' }
const author = staffIdOf('head')

/**
 * For each text, one edition in force and one that starts on the first of next month; today is the day after `until`.
 */
export const seed: AreaSeed = async (tx, { until }) => {
  const today = until + 1
  const at = (day: Day) => new Date(`${toIso(day)}T10:00:00+09:00`)
  const rows = editions.map(({ begins, isDraft, requiresReconsent = false, changeSummary = null, ...one }) => {
    const effectiveFrom = firstOfMonth(today, begins)
    const written = Math.min(effectiveFrom - 40, today - 3)
    return {
      ...one,
      title: titles[one.type],
      html: requireRichText(htmlOfMarkdown(one.body), maxPolicyText, 'policy').body,
      effectiveFrom: toIso(effectiveFrom),
      noticeFrom: isDraft ? null : toIso(Math.min(effectiveFrom - 30, today)),
      requiresReconsent,
      changeSummary,
      activatedAt: isDraft ? null : at(written + 2),
      createdBy: author,
      updatedBy: author,
      createdAt: at(written),
      updatedAt: at(isDraft ? written : written + 2),
    }
  })
  await tx.insert(policy).values(rows)
}
