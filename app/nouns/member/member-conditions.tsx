import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { MailMemberFilter } from '#contract/mail.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { contractStatuses, memberStatuses, risks, visitClasses } from '#contract/words/member.ts'
import { leanBodyStates, memberList, trainerApprovals } from '#contract/words/member-list.ts'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { isComposing } from '~/lib/composing'
import { listSearch } from '~/lib/list-search'
import { cn } from '~/lib/utils'

/** Kind of input of a condition. */
type Choices = readonly (readonly [value: string, label: string])[]
type Kind = Choices | 'day' | 'text' | 'flag'
type Key = keyof MailMemberFilter

const isChoices = (kind: Kind): kind is Choices => typeof kind !== 'string'

interface Condition {
  key: Key
  label: string
  kind: Kind
}

interface Choosable {
  /** The shops to choose from; without them the shop is no condition here. */
  shops?: readonly { id: string; name: string }[]
  plans: readonly { code: string; name: string }[]
}

/** Conditions editable here; others from a shared condition are kept as they are. */
function conditionsOf({ shops, plans }: Choosable): Condition[] {
  const planNames = [...new Map(plans.map(({ code, name }) => [code, name]))]
  return [
    ...(shops
      ? [{ key: 'shopId', label: '店舗', kind: shops.map(({ id, name }) => [id, name] as const) } as const]
      : []),
    { key: 'contractStatus', label: memberFields.contractStatus, kind: Object.entries(contractStatuses) },
    { key: 'notLeft', label: '退会した会員を除く', kind: 'flag' },
    { key: 'status', label: memberFields.status, kind: Object.entries(memberStatuses) },
    { key: 'planCode', label: memberFields.plan, kind: planNames },
    { key: 'tag', label: memberFields.tags, kind: 'text' },
    { key: 'leanBody', label: memberFields.withLeanBodyContent, kind: Object.entries(leanBodyStates) },
    { key: 'joinedFrom', label: `${memberFields.joinedOn}（開始）`, kind: 'day' },
    { key: 'joinedTo', label: `${memberFields.joinedOn}（終了）`, kind: 'day' },
    { key: 'lastVisitFrom', label: `${memberFields.lastVisitOn}（開始）`, kind: 'day' },
    { key: 'lastVisitTo', label: `${memberFields.lastVisitOn}（終了）`, kind: 'day' },
    { key: 'unpaid', label: '未収金のある会員のみ', kind: 'flag' },
    { key: 'visitTrend', label: memberFields.visitTrend, kind: Object.entries(visitClasses) },
    { key: 'risk', label: memberFields.risk, kind: Object.entries(risks) },
    { key: 'alert', label: '注意事項あり', kind: 'flag' },
    { key: 'locked', label: '手動で固定', kind: 'flag' },
    { key: 'trainerApproval', label: memberFields.trainerApproved, kind: Object.entries(trainerApprovals) },
    { key: 'trainerStaffId', label: memberFields.trainerStaffId, kind: 'text' },
    { key: 'actionId', label: '改善アクション', kind: 'text' },
    { key: 'keyword', label: 'キーワード', kind: 'text' },
  ]
}

/** These only come from a shared condition. */
const notAdded: readonly Key[] = ['trainerStaffId', 'trainerApproval', 'actionId', 'keyword']
const readSearch = listSearch(memberList)

function textOf({ key, label, kind }: Condition, of: MailMemberFilter) {
  const value = of[key]
  if (kind === 'flag') return label
  const text = isChoices(kind) ? (kind.find(([one]) => one === value)?.[1] ?? value) : value?.replaceAll('-', '/')
  const hasNever = key === 'lastVisitTo' && of.lastVisitFrom === undefined
  return `${label}: ${text}${hasNever ? '（来館なしを含む）' : ''}`
}

const everybody = 'すべての会員'

/** The conditions in words, as the controls show them. */
export const conditionsText = (filter: MailMemberFilter, choosable: Choosable) =>
  conditionsOf(choosable)
    .flatMap((one) => (filter[one.key] === undefined ? [] : textOf(one, filter)))
    .join('、') || everybody

interface MemberConditionsProps extends Choosable {
  filter: MailMemberFilter
  onChange: (filter: MailMemberFilter) => void
  /** Conditions that staff of the shops share. */
  shared: readonly { id: string; name: string; search: Record<string, string> }[]
}

/** Chooses everybody, or the members who match all of these conditions: those of the members' list. */
export function MemberConditions({ filter, onChange, shared, ...choosable }: MemberConditionsProps) {
  const conditions = conditionsOf(choosable)
  const set = conditions.filter(({ key }) => filter[key] !== undefined)
  const without = (key: Key) => {
    const { [key]: _, ...rest } = filter
    return rest
  }
  const takeShared = (id: string) => {
    const view = shared.find((one) => one.id === id)
    if (!view) return
    const { offset: _, limit: __, sort: ___, ...found } = readSearch(view.search)
    const given = Object.entries(found).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(given) as MailMemberFilter)
  }
  return (
    <div className="space-y-2">
      {set.length === 0 ? (
        <p className="text-sm text-muted-foreground">{everybody}</p>
      ) : (
        <ul aria-label="設定した条件" className="flex flex-wrap gap-2">
          {set.map((one) => (
            <li
              key={one.key}
              className="inline-flex items-center gap-1 rounded-full border bg-card py-0.5 pr-0.5 pl-3 text-sm"
            >
              <span className="wrap-anywhere">{textOf(one, filter)}</span>
              <Button
                variant="ghost"
                size="icon"
                className="size-7! rounded-full"
                aria-label={`${textOf(one, filter)}を外す`}
                onClick={() => onChange(without(one.key))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <AddCondition
          conditions={conditions.filter(({ key }) => filter[key] === undefined && !notAdded.includes(key))}
          onAdd={(key, value) => onChange({ ...filter, [key]: value } as MailMemberFilter)}
        />
        {shared.length > 0 && (
          <NativeSelect aria-label="共有の条件から選ぶ" value="" onChange={({ target }) => takeShared(target.value)}>
            <option value="">共有の条件から選ぶ</option>
            {shared.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
    </div>
  )
}

interface AddConditionProps {
  conditions: Condition[]
  onAdd: (key: Key, value: string) => void
}

/** Adds a condition: kind and value. */
function AddCondition({ conditions, onAdd }: AddConditionProps) {
  const [key, setKey] = useState<Key>()
  const [value, setValue] = useState('')
  const chosen = conditions.find((one) => one.key === key)
  const add = (given: string) => {
    if (!chosen || given.trim() === '') return
    onAdd(chosen.key, given.trim())
    setKey(undefined)
    setValue('')
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <NativeSelect
        aria-label="条件を追加"
        value={key ?? ''}
        onChange={({ target }) => {
          const next = conditions.find((one) => one.key === target.value)
          setValue('')
          if (next?.kind !== 'flag') return setKey(next?.key)
          onAdd(next.key, 'true')
          setKey(undefined)
        }}
      >
        <option value="">条件を追加</option>
        {conditions.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {chosen && isChoices(chosen.kind) && (
        <NativeSelect aria-label={`${chosen.label}の値`} value="" onChange={({ target }) => add(target.value)}>
          <option value="">選択してください</option>
          {chosen.kind.map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
      {chosen && !isChoices(chosen.kind) && (
        <>
          <input
            type={chosen.kind === 'day' ? 'date' : 'text'}
            aria-label={`${chosen.label}の値`}
            maxLength={30}
            value={value}
            onChange={({ target }) => setValue(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event)) return
              // Enter would submit the form.
              event.preventDefault()
              add(value)
            }}
            className={cn(inputClass, 'w-44')}
          />
          <Button variant="outline" disabled={value.trim() === ''} onClick={() => add(value)}>
            <Plus aria-hidden />
            追加する
          </Button>
        </>
      )}
    </div>
  )
}
