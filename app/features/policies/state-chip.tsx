import { type PolicyState, policyStates } from '#contract/words/policy.ts'
import { Chip } from '~/components/ui/chip'

const tones: Partial<Record<PolicyState, 'warning' | 'positive'>> = { scheduled: 'warning', active: 'positive' }

/** Where an edition stands today. */
export const StateChip = ({ state }: { state: PolicyState }) => <Chip tone={tones[state]}>{policyStates[state]}</Chip>
