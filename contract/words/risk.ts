import type { Risk } from './member.ts'
import type { ValueOf } from './words.ts'

/** The signs of which a level is made. */
export const riskSigns = {
  stopped: '28日以上来館なし',
  decrease: '来館が減少',
  third: '来館が3分の1以下',
  tenure: '在籍3〜6か月',
  term: '最低契約期間が60日以内に終了',
  resumed: '休会から60日以内',
} as const
export type RiskSign = ValueOf<typeof riskSigns>

interface Visits {
  came: number
  cameBefore: number
  /** Date; null: never. */
  lastVisitOn: string | null
}

/** The signs in words, with the days behind them: 「来館が8日→3日に減少」. */
export function riskReasons(
  risk: Risk,
  signs: readonly RiskSign[],
  { came, cameBefore, lastVisitOn }: Visits,
): string[] {
  if (risk === 'new') return ['入会から56日以内']
  return signs.map((sign) => {
    if (sign === 'stopped') {
      return `${riskSigns.stopped}${lastVisitOn ? `（前回 ${lastVisitOn.replaceAll('-', '/')}）` : ''}`
    }
    return sign === 'decrease' ? `来館が${cameBefore}日→${came}日に減少` : riskSigns[sign]
  })
}
