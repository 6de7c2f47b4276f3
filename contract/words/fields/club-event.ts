/** The fields of a club event, as every screen, the log and every file name them. */
export const clubEventFields = {
  title: '内容',
  kind: '種類',
  firstOn: '初日',
  lastOn: '最終日',
  target: '対象の店舗',
} as const
