import {
  type ImportKind,
  type ImportState,
  importStates,
  type UndoOutcome,
  undoneOutcomes,
  undoOutcomes,
} from '#contract/words/import.ts'
import type { useCan } from '~/auth/session'
import { Chip } from '~/components/ui/chip'

const tones = {
  uploading: 'neutral',
  checking: 'neutral',
  checked: 'warning',
  waiting: 'warning',
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
export const rowUnit = (kind: ImportKind) => (kind === 'member' || kind === 'staff' ? '名' : '件')

/** What becomes of a row in an undo, before or after it. Staff are removed, and stay once they have begun. */
export function undoLabel(kind: ImportKind, outcome: UndoOutcome, isDone: boolean) {
  if (kind === 'staff' && outcome === 'restored') return isDone ? '削除した' : '削除する'
  if (kind === 'staff' && outcome === 'used') return `利用を始めているため残${isDone ? 'した' : 'す'}`
  return (isDone ? undoneOutcomes : undoOutcomes)[outcome]
}

/** Whether an import of this kind can be taken back by this person; of staff who may remove them. */
export const mayUndo = (kind: ImportKind, can: ReturnType<typeof useCan>) => kind !== 'staff' || can('staff.delete')
