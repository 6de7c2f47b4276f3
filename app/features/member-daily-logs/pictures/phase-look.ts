import type { Phase } from './cycle'

/** Four tints with readable text: two of one hue before ovulation, two of another from then on. */
const shares: Record<Phase, [hue: string, percent: number]> = {
  menstrual: ['--chart-bar', 62],
  follicular: ['--chart-bar', 22],
  ovulation: ['--chart-line', 42],
  luteal: ['--chart-line', 18],
}

/** The colour of a phase, as CSS. */
export function phaseFill(phase: Phase): string {
  const [hue, percent] = shares[phase]
  return `color-mix(in oklab, var(${hue}) ${percent}%, var(--card))`
}
