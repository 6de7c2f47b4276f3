import { useState } from 'react'
import type { MissingMember } from '#contract/missing-member.ts'
import { type MissingDecision, missingDecisions, mostAtOnce } from '#contract/words/missing-member.ts'
import { Button } from '~/components/ui/button'
import { formatCount } from '~/lib/format'
import { DecideDialog } from './decide-dialog'

interface DecideSelectedProps {
  rows: MissingMember[]
  onDone: () => void
}

/** What may follow for the selected members, who are all of one kind and in one state. */
export default function DecideSelected({ rows, onDone }: DecideSelectedProps) {
  const [decision, setDecision] = useState<MissingDecision>()
  const [first] = rows
  const isOneState = rows.every(({ kind, state }) => state === first?.state && kind === first.kind)
  if (!first || !isOneState) return <p className="text-sm">同じ区分・同じ状態の会員を選択すると、判断できます。</p>
  if (rows.length > mostAtOnce)
    return <p className="text-sm">一度に判断できるのは{formatCount(mostAtOnce)}名までです。</p>
  const { kind, state } = first
  const leave = kind === 'moved' ? '転出' : '退会'
  const mayClose = state === 'waiting' || state === 'kept'
  const mayKeep = state === 'waiting' || state === 'closed'
  if (!mayClose && !mayKeep) return <p className="text-sm">この状態の会員は判断できません。</p>
  return (
    <>
      {mayKeep && (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setDecision('keep')}>
          {state === 'closed' ? `${leave}を取り消す` : missingDecisions.keep}
        </Button>
      )}
      {mayClose && (
        <Button aria-haspopup="dialog" onClick={() => setDecision('close')}>
          {leave}にする
        </Button>
      )}
      {decision && (
        <DecideDialog
          rows={rows}
          from={state}
          decision={decision}
          onClose={() => setDecision(undefined)}
          onDone={onDone}
        />
      )}
    </>
  )
}
