import { letterFields } from './mail.ts'

/** The fields of a template of mails, as every screen, the log and every file name them. */
export const templateFields = {
  name: 'テンプレート名',
  ...letterFields,
  shopId: '店舗',
  status: '状態',
  useCount: '利用回数',
  lastUsedAt: '最終利用',
} as const
