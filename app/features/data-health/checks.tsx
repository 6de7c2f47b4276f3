import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataHealth } from '#contract/data-health.ts'
import { kpi } from '#contract/kpi.ts'

type Check = DataHealth['checks'][number]['check']

const look = 'text-primary underline underline-offset-4'
const month = (key: keyof typeof kpi) => (
  <Link key={key} to="/dashboard" className={look}>
    {kpi[key].label}
  </Link>
)
const year = (key: keyof typeof kpi) => (
  <Link key={key} to="/dashboard/yearly" className={look}>
    {kpi[key].label}
  </Link>
)
const members = (what: string) => (
  <Link key={what} to="/hacomono/members" className={look}>
    {what}
  </Link>
)
const mails = (what: string) => (
  <Link key={what} to="/mail/new" className={look}>
    {what}
  </Link>
)
const steps = (what: string) => (
  <Link key={what} to="/mail/steps" className={look}>
    {what}
  </Link>
)

interface Words {
  /** What is wrong with them, and what to do. */
  about: string
  /** The figures and screens that they bend. */
  bends: ReactNode[]
}

export const checkWords: Record<Check, Words> = {
  joinedDays: {
    about:
      '入会日のある会員の2割を超える人（20名以上）が、同じ日に入会しています。会員管理システムに移行した日が入会日になっている場合は、どう扱うかを回答してください。',
    bends: [
      members('会員の入会日'),
      <Link key="withdrawals" to="/dashboard/members" search={{ figure: 'withdrawals' } as never} className={look}>
        退会した会員の在籍期間
      </Link>,
      <Link key="stays" to="/dashboard/yearly" className={look}>
        実際の在籍期間
      </Link>,
      month('retention'),
      year('cohortLtv'),
      month('admissions'),
      steps('ステップメール（入会）'),
    ],
  },
  dummyEmails: {
    about: '誰も読まないと思われるメールアドレスです。退会した会員は含みません。',
    bends: [
      mails('メールの宛先の人数'),
      <Link key="logs" to="/mail/logs" className={look}>
        メールの不達
      </Link>,
    ],
  },
  sharedEmails: {
    about: '複数の会員が同じメールアドレスを使っています。メールは1通だけ送信されます。退会した会員は含みません。',
    bends: [mails('メールの宛先の人数'), steps('ステップメール')],
  },
  families: {
    about:
      '同じ姓で、電話番号・住所・メールアドレスのどれかが同じ会員です。間違いではありませんが、メールや電話の前に確かめてください。退会した会員は含みません。',
    bends: [mails('メールの宛先の人数')],
  },
  doubles: {
    about:
      'フリガナと生年月日が同じ会員です。同じ人が2回登録されている場合、会員管理システムの会員は会員管理システムで整理してください。ファイルから取り込んだ会員は、30日以内なら取り込みを取り消し、ファイルを直して取り込み直せます。退会した会員も含みます。',
    bends: [
      month('closingMembers'),
      month('admissions'),
      month('readmissions'),
      month('uniqueVisitors'),
      month('retention'),
    ],
  },
  peopleTwice: {
    about:
      'ファイルから取り込んだ会員と会員管理システムの会員で、生年月日と、フリガナ・氏名・電話番号のどれかが同じです。統合すると、契約・予約・来館・売上は1人の会員のものになります。',
    bends: [
      month('closingMembers'),
      month('admissions'),
      month('uniqueVisitors'),
      month('retention'),
      mails('メールの宛先の人数'),
    ],
  },
  twoContracts: {
    about: 'ファイルから取り込んだ契約と、会員管理システムの契約が、同じ時期に続いています。オプションは含みません。',
    bends: [month('closingMembers'), month('admissions'), year('cohortLtv')],
  },
  salesTwice: {
    about:
      'ファイルから取り込んだ売上と会員管理システムの売上で、同じ会員・同じ金額で、日付の差が3日以内です。会員でない人の売上は、同じ店舗・同じ日のものです。統合すると、会員管理システムの売上だけが残ります。',
    bends: [month('netSales'), year('cohortLtv')],
  },
  visitsTwice: {
    about:
      'ファイルから取り込んだ来館と会員管理システムの来館で、同じ会員・同じ店舗・同じ日です。統合すると、会員管理システムの来館だけが残ります。',
    bends: [month('uniqueVisitors')],
  },
  invisible: {
    about:
      '会員番号に目に見えない文字が含まれ、取り除くと別の会員と同じ番号になります。同じ人が2回登録されている場合、会員管理システムの会員は会員管理システムで整理してください。ファイルから取り込んだ会員は、30日以内なら取り込みを取り消し、ファイルを直して取り込み直せます。退会した会員も含みます。',
    bends: [members('会員の検索'), month('closingMembers'), month('admissions')],
  },
  staffAddresses: {
    about:
      'メールアドレスに目に見えない文字が含まれ、取り除くと別のスタッフと同じアドレスになります。そのままではログインできません。どちらかのアドレスを変更してください。',
    bends: [
      <Link key="staffs" to="/staffs" className={look}>
        スタッフのログイン
      </Link>,
    ],
  },
  futureDates: {
    about: '生年月日か入会日が、今日より後の日付です。これから契約が始まる会員の入会日は含みません。',
    bends: [members('会員の年齢'), members('会員の入会日'), steps('ステップメール（誕生日）')],
  },
  plansWithoutPrice: {
    about:
      '月会費が0円のプランです。休会のプランは含みません。こちらで登録したプランはプランの画面で、会員管理システムから届くプランは会員管理システムで、料金を登録してください。',
    bends: [
      <Link key="plans" to="/hacomono/plans-or-tickets" className={look}>
        プランの月会費
      </Link>,
    ],
  },
}
