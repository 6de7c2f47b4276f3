const eras: readonly [from: string, name: string][] = [
  ['2019-05-01', '令和'],
  ['1989-01-08', '平成'],
  ['1926-12-25', '昭和'],
  ['1912-07-30', '大正'],
  ['1868-10-23', '明治'],
]

/** A birthday with the Japanese era's year, which elderly members give: `1985年（昭和60年）3月14日`. */
export function birthdayText(date: string): string {
  const [year = 0, month, day] = date.split('-').map(Number)
  const era = eras.find(([from]) => date >= from)
  const since = era ? year - Number(era[0].slice(0, 4)) + 1 : 0
  const inEra = era ? `（${era[1]}${since === 1 ? '元' : since}年）` : ''
  return `${year}年${inEra}${month}月${day}日`
}
