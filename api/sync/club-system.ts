import type { ProviderReader } from './provider-rows.ts'

export interface ProviderStudio {
  id: string
  code: string | null
  name: string
}
export interface ProviderInstructor {
  id: string
  name: string
}
/** How a resource is answered. Names of keys and counts only. */
export interface Probed {
  name: string
  /** Of the requested page. */
  rows: number
  differences: string[]
  /** What the probe could not check. */
  notes: string[]
}
export interface ClubSystem extends ProviderReader {
  studios(): Promise<ProviderStudio[]>
  instructors(): Promise<ProviderInstructor[]>
  /** How its answers differ from the assumptions, by one request of each resource. */
  probe(today: string): Promise<Probed[]>
}
export class ProviderFailure extends Error {
  readonly kind: 'unauthorized' | 'limited' | 'unavailable' | 'notJson' | 'unexpected' | 'refused'
  readonly sentence: string
  /** The club system has said in its own words that there is nothing to be had at this address. */
  readonly isRefusal: boolean
  constructor(kind: ProviderFailure['kind'], sentence: string, { isRefusal = false } = {}) {
    super(sentence)
    this.isRefusal = isRefusal
    this.kind = kind
    this.sentence = sentence
  }
}
