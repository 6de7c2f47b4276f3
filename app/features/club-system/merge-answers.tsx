import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClubMerge, MergeGroup } from '#contract/club-merge.ts'
import { mergeGroups } from '#contract/words/club-merge.ts'
import { MemberName } from '~/auth/record-links'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { rehearsal, useServerMutation } from '~/data/mutation'
import { serverQuery } from '~/data/query'
import { answerClubMerge, listMergeRows } from '~/functions/club-system'
import { formatCount, formatYen } from '~/lib/format'

interface MergeAnswersProps {
  stage: 'people' | 'facts'
  groups: ClubMerge['groups']
}

/** One answer for each group; all of a stage are given together. */
export function MergeAnswers({ stage, groups }: MergeAnswersProps) {
  const save = useServerMutation(answerClubMerge, { invalidates: ['clubSystem', 'today'] })
  const [given, setGiven] = useState<Partial<Record<MergeGroup['key'], string>>>({})
  const [fault, setFault] = useState<MergeGroup['key']>()
  const [isAsked, setIsAsked] = useState(false)
  const data = { stage, answers: groups.map(({ key }) => ({ key, answer: given[key] ?? '' })) }
  const ask = () => {
    const missing = groups.find(({ key }) => !given[key])?.key
    setFault(missing)
    if (missing) document.getElementById(idOf(missing))?.focus()
    else setIsAsked(true)
  }
  return (
    <div className="space-y-4">
      <ul className="divide-y border-y">
        {groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            answer={given[group.key] ?? ''}
            isMissing={fault === group.key}
            onAnswer={(answer) => {
              setGiven({ ...given, [group.key]: answer })
              setFault(undefined)
            }}
          />
        ))}
      </ul>
      <Button aria-haspopup="dialog" onClick={ask}>
        回答して反映する
      </Button>
      {isAsked && (
        <ConfirmDialog
          check={() => answerClubMerge({ data, ...rehearsal })}
          title="回答して反映する"
          onYes={async () => {
            await save.mutateAsync({ data })
            setIsAsked(false)
          }}
          onNo={() => setIsAsked(false)}
        >
          {stage === 'people'
            ? '会員を反映します。契約や売上は、このあとで比べます。'
            : '取得した契約・チケット・予約・来館・売上を反映します。30日のあいだは、全体を反映前に戻せます。'}
        </ConfirmDialog>
      )}
    </div>
  )
}

const idOf = (key: MergeGroup['key']) => `merge-${key}`

interface GroupProps {
  group: MergeGroup
  answer: string
  isMissing: boolean
  onAnswer: (answer: string) => void
}

function Group({ group: { key, rows, heads, yen }, answer, isMissing, onAnswer }: GroupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { label, answers } = mergeGroups[key]
  const size = [`${formatCount(rows)}件`, `${formatCount(heads)}名`, yen !== null && formatYen(yen)].filter(Boolean)
  return (
    <li className="space-y-2 py-3">
      <div className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0 wrap-anywhere">
          <label htmlFor={idOf(key)} className="font-medium">
            {label}
          </label>
          <p className="figures text-muted-foreground">{size.join('・')}</p>
        </div>
        <div>
          <NativeSelect
            id={idOf(key)}
            className="w-full"
            value={answer}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${idOf(key)}-fault` : undefined}
            onChange={({ target }) => onAnswer(target.value)}
          >
            <option value="">選択してください</option>
            {Object.entries(answers).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </NativeSelect>
          {isMissing && (
            <p id={`${idOf(key)}-fault`} className="mt-1 text-bad">
              「{label}」に回答してください。
            </p>
          )}
        </div>
      </div>
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-label={`${label}: ${isOpen ? '行を閉じる' : '行を見る'}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? '行を閉じる' : '行を見る'}
      </Button>
      {isOpen && <Rows of={key} />}
    </li>
  )
}

const shownRows = 50

function Rows({ of }: { of: MergeGroup['key'] }) {
  const { data } = useQuery(serverQuery('clubSystem.mergeRows', listMergeRows)({ key: of, limit: shownRows }))
  if (!data) return <p role="status">読み込み中...</p>
  const others = data.paging.total - data.list.length
  return (
    <ul className="divide-y rounded-md border px-3">
      {data.list.map(({ id, member, here, there }) => (
        <li key={id} className="grid gap-x-4 gap-y-0.5 py-2 wrap-anywhere sm:grid-cols-3">
          {member ? (
            <MemberName id={member.id} isQuiet>
              {`${member.lastName}\u3000${member.firstName}`}
            </MemberName>
          ) : (
            <span>会員ではないお客様</span>
          )}
          <span className="figures">こちら: {here}</span>
          <span className="figures">{there === null ? '提供元: なし' : `提供元: ${there}`}</span>
        </li>
      ))}
      {others > 0 && <li className="py-2 text-muted-foreground">ほか{formatCount(others)}件</li>}
    </ul>
  )
}
