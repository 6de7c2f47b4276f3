import { type ImportKind, type ImportState, importStates } from '#contract/words/import.ts'
import { Chip } from '~/components/ui/chip'

const tones = {
  uploading: 'neutral',
  checking: 'neutral',
  checked: 'warning',
  writing: 'warning',
  written: 'positive',
  undoing: 'warning',
  undone: 'neutral',
  failed: 'warning',
} as const satisfies Record<ImportState, string>

export const ImportStateChip = ({ state }: { state: ImportState }) => (
  <Chip tone={tones[state]}>{importStates[state]}</Chip>
)

/** How rows of a kind are counted. */
export const rowUnit = (kind: ImportKind) => (kind === 'member' ? '名' : '件')
