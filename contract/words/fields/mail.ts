/** The fields of a letter, of a template and of a mail. */
export const letterFields = {
  category: '種別',
  subject: '件名',
  body: '本文',
  fromName: '差出人名',
  replyTo: '返信先',
  footer: '署名',
  isTracked: '開封・クリックの記録',
} as const

/** The fields of a mail, as every screen, the log and every file name them. */
export const mailFields = {
  ...letterFields,
  segmentText: '宛先条件',
  consentBasis: '配信根拠',
  sleepingReason: '休眠会員に送る理由',
  templateId: 'テンプレート',
  stepId: 'ステップメール',
  senderStaffId: '送信者',
  requestedAt: '受付',
  sendAt: '送信予定',
  finishedAt: '完了',
  status: '状態',
  total: '宛先',
  delivered: '送信済',
  bounced: '不達',
  failed: '失敗',
  cancelled: '取消',
  unsubscribed: '配信停止',
  excluded: '除外',
} as const
