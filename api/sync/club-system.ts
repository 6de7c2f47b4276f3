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
export interface ClubSystem extends ProviderReader {
  studios(): Promise<ProviderStudio[]>
  instructors(): Promise<ProviderInstructor[]>
}
export class ProviderFailure extends Error {
  readonly kind: 'unauthorized' | 'limited' | 'unavailable' | 'notJson' | 'unexpected' | 'refused'
  readonly sentence: string
  constructor(kind: ProviderFailure['kind'], sentence: string) {
    super(sentence)
    this.kind = kind
    this.sentence = sentence
  }
}
