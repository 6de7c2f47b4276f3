import { type PolicyState, policyStates } from '#contract/words/policy.ts'
import { Chip } from '~/components/ui/chip'

const tones: Partial<Record<PolicyState, 'warning' | 'positive'>> = { scheduled: 'warning', active: 'positive' }

/** Current state of an edition. */
export const StateChip = ({ state }: { state: PolicyState }) => <Chip tone={tones[state]}>{policyStates[state]}</Chip>
