const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Each names those after it as well: Edge says that it is Chrome, and Chrome that it is Safari. */
const browsers: [RegExp, string][] = [
  [/Line\//, 'LINE'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const nameIn = (known: [RegExp, string][], userAgent: string) => known.find(([sign]) => sign.test(userAgent))?.[1]

/** What a browser says of itself, in words that its person knows it by: 「Windows の Chrome」. */
export function deviceOf(userAgent: string | null): string {
  const [system, browser] = [nameIn(systems, userAgent ?? ''), nameIn(browsers, userAgent ?? '')]
  if (system && browser) return `${system} の ${browser}`
  return system ?? browser ?? '不明な端末'
}
