import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Member } from '#contract/member.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { StaffName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Fact, Facts } from '~/components/record/facts'
import { TabState } from '~/components/record/tab-state'
import { Button } from '~/components/ui/button'
import { formatDateTime } from '~/lib/dates'
import { TagsFact } from '../facts'
import { LockedChip } from '../locked-chip'
import { memberQuery } from '../queries'
import { leanBodyWords, MemberForm, planWords } from './member-form'
import { Panel } from './panel'

/** Fields that staff maintain, edited in place. */
export function Notes({ userId }: { userId: string }) {
  const query = useQuery(memberQuery(userId))
  const [isEditing, setIsEditing] = useState(false)
  const mayWrite = useCan()('member.write')
  // Refetches before opening the form; if that fails, conflicts are handled on saving.
  const open = () => void query.refetch().finally(() => setIsEditing(true))
  const edit = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The button is re-created after the form closes.
    if (isEditing) form.current?.querySelector('textarea')?.focus()
    else if (wasEditing.current) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <TabState query={query} noun="メモ">
      {(member) =>
        isEditing ? (
          <div ref={form} className="mx-auto max-w-3xl">
            <MemberForm member={member} onDone={() => setIsEditing(false)} />
          </div>
        ) : (
          <Kept
            member={member}
            actions={
              mayWrite && (
                <Button ref={edit} variant="outline" onClick={open} className="print:hidden">
                  <Pencil aria-hidden />
                  編集する
                </Button>
              )
            }
          />
        )
      }
    </TabState>
  )
}

function Kept({ member, actions }: { member: Member; actions: ReactNode }) {
  const { staffNote, alertNote, tags, trainer, updatedBy, updatedAt } = member
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title="メモ" actions={actions}>
        <p className="text-sm whitespace-pre-line wrap-anywhere">{staffNote ?? 'メモはまだありません。'}</p>
        {updatedAt && (
          <p className="figures mt-4 text-xs text-muted-foreground">
            最終更新 {formatDateTime(updatedAt)} <StaffName staff={updatedBy} nobody={null} />
          </p>
        )}
      </Panel>
      <Panel title="管理項目">
        <Facts>
          <Fact label={memberFields.alertNote}>
            {alertNote && <span className="whitespace-pre-line">{alertNote}</span>}
          </Fact>
          <TagsFact tags={tags} />
          <Fact label={memberFields.trainerStaffId}>
            <StaffName staff={trainer} />
          </Fact>
          <Fact label={memberFields.hasActivePlan}>
            {member.hasActivePlan ? planWords.yes : planWords.no}
            {member.lockedHasActivePlan && <LockedChip />}
          </Fact>
          <Fact label={memberFields.withLeanBodyContent}>
            {member.withLeanBodyContent ? leanBodyWords.yes : leanBodyWords.no}
            {member.lockedWithLeanBodyContent && <LockedChip />}
          </Fact>
        </Facts>
      </Panel>
    </div>
  )
}
