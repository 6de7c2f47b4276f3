/** Deterministic pseudo-random numbers by name. */
export interface Random {
  /** 0 ≤ x < 1. */
  unit(): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** An entry by its weight; the weights need not sum to 1. */
  weighted<T>(list: readonly (readonly [T, number])[]): T
}

/** mulberry32, started from an FNV-1a hash of `name`. */
export function randomOf(name: string): Random {
  let state = 2166136261
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1))
  return {
    unit,
    between,
    chance: (probability) => unit() < probability,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    weighted: <T>(list: readonly (readonly [T, number])[]) => {
      let rest = unit() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [entry, weight] of list) {
        rest -= weight
        if (rest < 0) return entry
      }
      return (list.at(-1) as readonly [T, number])[0]
    },
  }
}
