/** The weekdays as staff read them: 0 = Sunday. */
export const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const
