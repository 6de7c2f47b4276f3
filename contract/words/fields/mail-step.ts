/** The fields of a series of mails, as every screen, the log and every file name them. */
export const mailStepFields = {
  name: 'ステップメール名',
  trigger: '開始条件',
  entryFilter: '対象条件',
  steps: 'ステップ',
  stopOn: '停止条件',
  status: '状態',
} as const
