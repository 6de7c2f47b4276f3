import { personFields } from './person.ts'

/** The fields of staff, as every screen, the log and every file name them. */
export const staffFields = {
  ...personFields,
  name: '氏名',
  kana: 'フリガナ',
  displayName: '表示名',
  role: '権限',
  status: '状態',
  isAdmin: '管理者',
  jobTitle: '役職',
  employmentType: '雇用区分',
  joinedOn: '入社日',
  leftOn: '退職日',
  shops: '担当店舗',
  mainShop: '主担当の店舗',
  lastLoginAt: '最終ログイン',
} as const
