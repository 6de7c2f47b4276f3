import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { MailMemberFilter } from '#contract/mail.ts'
import { contractStatuses, memberStatuses, risks, visitClasses } from '#contract/words/member.ts'
import { leanBodyStates, memberList, trainerApprovals } from '#contract/words/member-list.ts'
import { useMe } from '~/auth/session'
import { FieldFrame, type FieldProps, inputClass } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { serverQuery } from '~/data/query'
import { listMembers } from '~/functions/member'
import { isComposing } from '~/lib/composing'
import { formatCount } from '~/lib/format'
import { listSearch } from '~/lib/list-search'
import { cn } from '~/lib/utils'
import { plansQuery, sharedConditionsQuery } from './queries'

/** Kind of input of a condition. */
type Choices = readonly (readonly [value: string, label: string])[]
type Kind = Choices | 'day' | 'text' | 'flag'
type Key = keyof MailMemberFilter

const isChoices = (kind: Kind): kind is Choices => typeof kind !== 'string'

/** Conditions editable here; others from a shared condition are kept as they are. */
function useConditions(): { key: Key; label: string; kind: Kind }[] {
  const me = useMe()
  const { data } = useQuery(plansQuery)
  const plans = [...new Map(data?.list.map(({ code, name }) => [code, name]))]
  return [
    { key: 'shopId', label: '店舗', kind: (me?.shops ?? []).map(({ id, name }) => [id, name] as const) },
    { key: 'contractStatus', label: '契約状態', kind: Object.entries(contractStatuses) },
    { key: 'notLeft', label: '退会した会員を除く', kind: 'flag' },
    { key: 'status', label: '利用状態', kind: Object.entries(memberStatuses) },
    { key: 'planCode', label: 'プラン', kind: plans },
    { key: 'tag', label: 'タグ', kind: 'text' },
    { key: 'leanBody', label: 'LEAN BODY', kind: Object.entries(leanBodyStates) },
    { key: 'joinedFrom', label: '入会日（開始）', kind: 'day' },
    { key: 'joinedTo', label: '入会日（終了）', kind: 'day' },
    { key: 'lastVisitFrom', label: '最終来館日（開始）', kind: 'day' },
    { key: 'lastVisitTo', label: '最終来館日（終了）', kind: 'day' },
    { key: 'unpaid', label: '未収金のある会員のみ', kind: 'flag' },
    { key: 'visitTrend', label: '来館傾向', kind: Object.entries(visitClasses) },
    { key: 'risk', label: '離脱リスク', kind: Object.entries(risks) },
    { key: 'alert', label: '注意事項あり', kind: 'flag' },
    { key: 'locked', label: '手動で固定', kind: 'flag' },
    { key: 'trainerApproval', label: '担当の承認', kind: Object.entries(trainerApprovals) },
    { key: 'trainerStaffId', label: '担当トレーナー', kind: 'text' },
    { key: 'keyword', label: 'キーワード', kind: 'text' },
  ]
}

/** These only come from a shared condition. */
const notAdded: readonly Key[] = ['trainerStaffId', 'trainerApproval', 'keyword']
const readSearch = listSearch(memberList)

/** Audience of a scenario: everybody, or members who match all of these filters. */
export function FilterField(frame: FieldProps<MailMemberFilter>) {
  const field = useLiveField(frame.field)
  const filter = field.state.value
  const conditions = useConditions()
  const { data: shared } = useQuery(sharedConditionsQuery)
  const { data: matching } = useQuery(serverQuery('member.list', listMembers)({ ...filter, limit: 1 }))
  const set = conditions.filter(({ key }) => filter[key] !== undefined)
  const textOf = ({ key, label, kind }: (typeof conditions)[number], of = filter) => {
    const value = of[key]
    if (kind === 'flag') return label
    const text = isChoices(kind) ? (kind.find(([one]) => one === value)?.[1] ?? value) : value?.replaceAll('-', '/')
    const hasNever = key === 'lastVisitTo' && of.lastVisitFrom === undefined
    return `${label}: ${text}${hasNever ? '（来館なしを含む）' : ''}`
  }
  const without = (key: Key) => {
    const { [key]: _, ...rest } = filter
    return rest
  }
  const takeShared = (id: string) => {
    const segment = shared?.list.find((one) => one.id === id)
    if (!segment) return
    const { offset: _, limit: __, sort: ___, ...found } = readSearch(segment.search)
    field.handleChange(found as MailMemberFilter)
  }

  return (
    <FieldFrame
      {...frame}
      field={field}
      group
      show={(value) =>
        conditions.flatMap((one) => (value[one.key] === undefined ? [] : textOf(one, value))).join('、') ||
        'すべての会員'
      }
      aside={matching && `現在、条件に合う会員 ${formatCount(matching.paging.total)}名`}
    >
      {() => (
        <div className="space-y-2">
          {set.length === 0 ? (
            <p className="text-sm text-muted-foreground">すべての会員</p>
          ) : (
            <ul aria-label="設定した条件" className="flex flex-wrap gap-2">
              {set.map((one) => (
                <li
                  key={one.key}
                  className="inline-flex items-center gap-1 rounded-full border bg-card py-0.5 pr-0.5 pl-3 text-sm"
                >
                  <span className="wrap-anywhere">{textOf(one)}</span>
                  <Button
                    variant="ghost"
                    size="icon"
                    className="size-7! rounded-full"
                    aria-label={`${textOf(one)}を外す`}
                    onClick={() => field.handleChange(without(one.key))}
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
              onAdd={(key, value) => field.handleChange({ ...filter, [key]: value } as MailMemberFilter)}
            />
            {shared && shared.list.length > 0 && (
              <NativeSelect
                aria-label="共有している条件から選ぶ"
                value=""
                onChange={({ target }) => takeShared(target.value)}
              >
                <option value="">共有している条件から選ぶ</option>
                {shared.list.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

interface AddConditionProps {
  conditions: ReturnType<typeof useConditions>
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
            className={cn(inputClass, 'h-9 w-44')}
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
