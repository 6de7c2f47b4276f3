/** Whether a path is of 統計 or the dashboard itself, whose URLs say the period in one way (`period-in-url.ts`). */
export const isReport = (path: string) => /^\/(dashboard(\/yearly)?|statistics(\/.*)?)$/.test(path)

/** The period of a report's URL, as `?month=2026-09`: the menu leads to the other reports with it. */
export function periodOf({ pathname, searchStr }: { pathname: string; searchStr: string }): string {
  if (!isReport(pathname)) return ''
  const period = searchStr.match(/\b(month|months|year|fiscalStartMonth)=[\w-]+/g)
  return period ? `?${period.join('&')}` : ''
}
