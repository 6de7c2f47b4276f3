const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Order matters: Edge also claims to be Chrome, and Chrome to be Safari. */
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

/** The browser from its user agent, in words: 「Windows の Chrome」. */
export function deviceOf(userAgent: string | null): string {
  const [system, browser] = [nameIn(systems, userAgent ?? ''), nameIn(browsers, userAgent ?? '')]
  if (system && browser) return `${system} の ${browser}`
  return system ?? browser ?? '不明な端末'
}
