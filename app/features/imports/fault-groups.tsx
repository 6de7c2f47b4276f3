import { useId } from 'react'
import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'
import { type FaultAct, faultActs } from '#contract/words/import.ts'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'

type Groups = NonNullable<ImportAnswers['groups']>
type Fault = ImportResult['faults'][number]
type Answer = Groups[number]

interface FaultGroupsProps {
  faults: readonly Fault[]
  groups: Groups
  onChange: (groups: Groups) => void
}

const isOf = (one: Pick<Answer, 'column' | 'reason'>, other: Pick<Answer, 'column' | 'reason'>) =>
  one.column === other.column && one.reason === other.reason

/** Equal faults, each with one answer for all of its rows; those that were answered stay, to be answered otherwise. */
export function FaultGroups({ faults, groups, onChange }: FaultGroupsProps) {
  const answered = groups.filter((group) => !faults.some((fault) => isOf(fault, group)))
  const set = (fault: Pick<Answer, 'column' | 'reason'>, answer: Pick<Answer, 'act' | 'text'> | null) => {
    const { column, reason } = fault
    const others = groups.filter((group) => !isOf(group, fault))
    onChange(answer ? [...others, { column, reason, ...answer }] : others)
  }
  return (
    <ul aria-label="同じ理由の行" className="figures mb-4 space-y-2 text-sm">
      {faults.map((fault) => (
        <li key={`${fault.column} ${fault.reason}`}>
          <p>
            <span className="font-medium">{formatCount(fault.rows)}行</span>: {fault.column && `${fault.column}: `}
            {fault.reason}
            <span className="text-muted-foreground">
              （{fault.first.join('、')}行目{fault.rows > fault.first.length && '、ほか'}）
            </span>
          </p>
          {fault.acts && (
            <GroupAnswer
              title={[fault.column, fault.reason].filter(Boolean).join(': ')}
              acts={fault.acts}
              answer={groups.find((group) => isOf(group, fault))}
              onChange={(answer) => set(fault, answer)}
            />
          )}
        </li>
      ))}
      {answered.map((group) => (
        <li key={`${group.column} ${group.reason}`}>
          <p>
            {group.column && `${group.column}: `}
            {group.reason}
            <span className="text-muted-foreground">（答えのとおり読みました）</span>
          </p>
          <GroupAnswer
            title={[group.column, group.reason].filter(Boolean).join(': ')}
            acts={[group.act]}
            answer={group}
            onChange={(answer) => set(group, answer)}
          />
        </li>
      ))}
    </ul>
  )
}

interface GroupAnswerProps {
  title: string
  acts: readonly FaultAct[]
  answer: Answer | undefined
  onChange: (answer: Pick<Answer, 'act' | 'text'> | null) => void
}

function GroupAnswer({ title, acts, answer, onChange }: GroupAnswerProps) {
  const id = useId()
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-muted-foreground">
        すべての行を
      </label>
      <NativeSelect
        id={id}
        aria-label={`「${title}」の行の扱い`}
        value={answer?.act ?? ''}
        onChange={({ target }) => onChange(target.value ? { act: target.value as FaultAct } : null)}
      >
        <option value="">1行ずつ直す</option>
        {acts.map((act) => (
          <option key={act} value={act}>
            {faultActs[act]}
          </option>
        ))}
      </NativeSelect>
      {answer?.act === 'value' && (
        <input
          aria-label={`「${title}」の行の値`}
          value={answer.text ?? ''}
          maxLength={500}
          onChange={({ target }) => onChange({ act: 'value', text: target.value })}
          className={cn(inputClass, 'max-w-60')}
        />
      )}
    </div>
  )
}
