const eras: readonly [from: string, name: string, initial: string][] = [
  ['2019-05-01', '令和', 'r'],
  ['1989-01-08', '平成', 'h'],
  ['1926-12-25', '昭和', 's'],
  ['1912-07-30', '大正', 't'],
  ['1868-10-23', '明治', 'm'],
]
const yearOf = (date: string) => Number(date.slice(0, 4))

/** A birthday with the Japanese era's year, which elderly members give: `1985年（昭和60年）3月14日`. */
export function birthdayText(date: string): string {
  const [year = 0, month, day] = date.split('-').map(Number)
  const era = eras.find(([from]) => date >= from)
  const since = era ? year - yearOf(era[0]) + 1 : 0
  const inEra = era ? `（${era[1]}${since === 1 ? '元' : since}年）` : ''
  return `${year}年${inEra}${month}月${day}日`
}

/** Eras in which six digits without one are tried, as is the Western year. */
const triedEras = ['昭和', '平成', '令和']
/** Before any birthday. */
const earliest = '1868-01-01'

/**
 * The birthdays that staff may mean by a text, oldest first: `1985-04-03`, `1985年4月3日`, `19850403`, `昭和60年4月3日`,
 * `S60.4.3`, `㍼60年4月3日`, `平成元年…`, digits of any width; `600403` and `60/4/3` are tried as 昭和, 平成, 令和 and 西暦.
 * None for other texts, days that do not exist, and days after `today`.
 */
export function birthdaysOf(text: string, today: string): string[] {
  const typed = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}|\([^)]*\)/gu, '')
    .replace(/(?<=\d)\s+(?=\d)/g, '-')
    .replace(/\s/g, '')
    .replace(/^(生年月日|誕生日|西暦)[:は]?/, '')
    .replace(/(生まれ|うまれ|生)$/, '')
    .replace(/[\p{Pd}−─━ー・]/gu, '-')
  const [, era, year = '', month, day] =
    /^(\D{1,2})?(元|\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ??
    /^(\D{1,2})?-?(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(typed) ??
    []
  if (!month || !day) return []
  const years = era === undefined ? triedYears(year) : [yearInEra(era, year)]
  const dates = years.flatMap((one) => (one === undefined ? [] : (dateOf(one, Number(month), Number(day)) ?? [])))
  return [...new Set(dates)].filter((date) => earliest <= date && date <= today).sort()
}

function triedYears(year: string): (number | undefined)[] {
  if (year.length === 4) return [Number(year)]
  if (!/^\d{1,2}$/.test(year)) return []
  return [...triedEras.map((era) => yearInEra(era, year)), 1900 + Number(year), 2000 + Number(year)]
}

/** An era's last year has all its days: who was born on 1 May 2019 is 平成31年 in many papers. */
function yearInEra(era: string, year: string): number | undefined {
  const at = eras.findIndex(([, name, initial]) => era === name || era === name[0] || era === initial)
  const from = eras[at]?.[0]
  const next = eras[at - 1]?.[0]
  const count = year === '元' ? 1 : Number(year)
  if (from === undefined || count < 1 || year.length > 2) return undefined
  const found = yearOf(from) + count - 1
  return next !== undefined && found > yearOf(next) ? undefined : found
}

/** YYYY-MM-DD; undefined for a day that does not exist. */
function dateOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}
