import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ClubSystemMapping, MappingDraft } from '#contract/club-system.ts'
import { isApiError } from '#contract/errors.ts'
import type { ShopFactsDraft } from '#contract/shop.ts'
import { instructorChoices, studioChoices } from '#contract/words/club-system.ts'
import { sessionQuery } from '~/auth/session'
import { InputError } from '~/components/fields/password-field'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { NativeSelect } from '~/components/ui/native-select'
import { Skeleton } from '~/components/ui/skeleton'
import { Spinner } from '~/components/ui/spinner'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { saveClubSystemMapping } from '~/functions/club-system'
import { keepConversion } from '~/lib/composing'
import { formatCount } from '~/lib/format'
import { NewShopDialog } from './new-shop-dialog'
import { clubSystemQuery, mappingQuery } from './queries'

type Studio = ClubSystemMapping['studios'][number]
type Instructor = ClubSystemMapping['instructors'][number]
type StudioAnswer = MappingDraft['studios'][number]
type InstructorAnswer = MappingDraft['instructors'][number]

/** Studios and instructors as the club system has them now, each with an answer; saved all at once. */
export default function Mapping({ isConnected }: { isConnected: boolean }) {
  const query = useQuery(mappingQuery)
  const { data, error, isFetching, refetch } = query
  const queryClient = useQueryClient()
  const failure = data?.failure
  useEffect(() => {
    // The connection may have ended with this question.
    if (failure) void queryClient.invalidateQueries({ queryKey: clubSystemQuery.queryKey })
  }, [failure, queryClient])
  if (data) {
    const read = { isReading: isFetching, onRead: () => void refetch() }
    return <Opened mapping={data} isConnected={isConnected} {...read} />
  }
  if (error && !isFetching) {
    return <FailedState title="対応付けを表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  return (
    <div role="status">
      <span className="sr-only">会員管理システムから読み込み中...</span>
      <Skeleton className="h-80" />
    </div>
  )
}

interface OpenedProps {
  mapping: ClubSystemMapping
  isConnected: boolean
  isReading: boolean
  onRead: () => void
}

function Opened({ mapping, isConnected, isReading, onRead }: OpenedProps) {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  /** What was chosen and is not saved yet, by the number of the studio or instructor. */
  const [studios, setStudios] = useState<Record<string, StudioAnswer>>({})
  const [instructors, setInstructors] = useState<Record<string, InstructorAnswer>>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [registering, setRegistering] = useState<Studio>()
  const save = useServerMutation(saveClubSystemMapping, {
    invalidates: ['clubSystem', 'shop', 'club', 'report'],
    done: '対応付けを保存しました。',
  })
  const isDirty = Object.keys(studios).length + Object.keys(instructors).length > 0
  useStayWhile(isDirty)

  const answerOf = (studio: Studio): StudioAnswer =>
    studios[studio.id] ?? { id: studio.id, choice: studio.choice, shopId: studio.shop?.id ?? null, shop: null }
  const instructorAnswerOf = (one: Instructor): InstructorAnswer =>
    instructors[one.id] ?? { id: one.id, choice: one.choice, staffId: one.staff?.id ?? null }
  const isReadable = mapping.failure === null

  const submit = async () => {
    if (save.isPending) return
    const sent = { studios: Object.values(studios), instructors: Object.values(instructors) }
    setFaults({})
    try {
      await save.mutateAsync({ data: { ...sent, version: mapping.version as number } })
      setStudios({})
      setInstructors({})
      // The header names the shops of the session.
      if (sent.studios.some(({ choice }) => choice === 'new')) {
        void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      }
    } catch (error) {
      if (!isApiError(error)) return
      if (error.code === 'stale') {
        notifyRefusal(error)
        return onRead()
      }
      flushSync(() => setFaults(faultsOf(error.fields ?? {}, sent)))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
  }
  return (
    <section aria-labelledby="mapping">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="mapping" className="text-base font-semibold">
          対応付け
        </h2>
        {isConnected && (
          <Button variant="outline" onClick={onRead} aria-disabled={isReading || undefined}>
            {isReading && <Spinner className="size-4" />}
            もう一度読み込む
          </Button>
        )}
      </div>
      {!isConnected && (
        <p className="mt-3 text-sm text-muted-foreground">保存した回答です。接続すると、変更できます。</p>
      )}
      {isConnected && mapping.failure !== null && (
        <p role="alert" className="mt-3 rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad">
          {mapping.failure}保存した回答だけを表示しています。
        </p>
      )}
      <form
        ref={form}
        method="post"
        noValidate
        aria-busy={save.isPending || undefined}
        onKeyDown={keepConversion}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Group
          title="スタジオ"
          done={mapping.studios.filter((studio) => answerOf(studio).choice !== null).length}
          all={mapping.studios.length}
          none="会員管理システムにスタジオがありません。"
        >
          {mapping.studios.map((studio) => {
            const answer = answerOf(studio)
            return (
              <Row
                key={studio.id}
                name={studio.name}
                note={studio.code ?? `番号 ${studio.id}`}
                isGone={studio.isGone}
                value={answer.choice === 'shop' ? `shop:${answer.shopId}` : (answer.choice ?? '')}
                isDisabled={!isReadable}
                fault={faults[`studio.${studio.id}`]}
                onChoose={(value) => {
                  const [choice, shopId = null] = value.split(':')
                  setStudios({
                    ...studios,
                    [studio.id]: {
                      ...{ id: studio.id, choice: (choice || null) as StudioAnswer['choice'], shopId },
                      shop: choice === 'new' ? answer.shop : null,
                    },
                  })
                  if (choice === 'new') setRegistering(studio)
                }}
                below={
                  answer.choice === 'new' && (
                    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                      <span className="min-w-0 wrap-anywhere">{answer.shop ? shopLine(answer.shop) : '未入力'}</span>
                      <Button variant="outline" onClick={() => setRegistering(studio)}>
                        店舗の情報を{answer.shop ? '編集' : '入力'}
                      </Button>
                    </div>
                  )
                }
              >
                <option value="leftOut">{studioChoices.leftOut}</option>
                <option value="new">{studioChoices.new}</option>
                <optgroup label="店舗">
                  {mapping.shops.map(({ id, name, code }) => (
                    <option key={id} value={`shop:${id}`}>
                      {name}（{code}）
                    </option>
                  ))}
                </optgroup>
              </Row>
            )
          })}
        </Group>
        <Group
          title="インストラクター"
          done={mapping.instructors.filter((one) => instructorAnswerOf(one).choice !== null).length}
          all={mapping.instructors.length}
          none="会員管理システムにインストラクターがいません。"
        >
          {mapping.instructors.map((one) => {
            const answer = instructorAnswerOf(one)
            return (
              <Row
                key={one.id}
                name={one.name}
                note={`番号 ${one.id}`}
                isGone={one.isGone}
                value={answer.choice === 'staff' ? `staff:${answer.staffId}` : (answer.choice ?? '')}
                isDisabled={!isReadable}
                fault={faults[`instructor.${one.id}`]}
                onChoose={(value) => {
                  const [choice, staffId = null] = value.split(':')
                  setInstructors({
                    ...instructors,
                    [one.id]: { id: one.id, choice: (choice || null) as InstructorAnswer['choice'], staffId },
                  })
                }}
              >
                <option value="nobody">{instructorChoices.nobody}</option>
                <optgroup label="スタッフ">
                  {mapping.staff.map(({ id, displayName }) => (
                    <option key={id} value={`staff:${id}`}>
                      {displayName}
                    </option>
                  ))}
                </optgroup>
              </Row>
            )
          })}
        </Group>
        {isReadable && (
          <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center justify-end gap-3 border-t bg-background px-4 py-3 sm:-mx-6 sm:px-6">
            <p role="status" className="mr-auto text-sm text-muted-foreground">
              {isDirty ? '保存していない回答があります。' : '保存するまで、何も登録されません。'}
            </p>
            <Button type="submit" size="lg" aria-disabled={!isDirty || save.isPending || undefined}>
              {save.isPending && <Spinner className="size-4" />}
              保存する
            </Button>
          </div>
        )}
      </form>
      {registering && (
        <NewShopDialog
          studio={registering}
          given={answerOf(registering).shop}
          onGiven={(shop) => {
            setStudios({
              ...studios,
              [registering.id]: { ...answerOf(registering), choice: 'new', shopId: null, shop },
            })
            setRegistering(undefined)
          }}
          onClose={() => setRegistering(undefined)}
        />
      )}
    </section>
  )
}

const shopLine = ({ name, code, prefecture, address1 }: ShopFactsDraft) => `${name}（${code}） ${prefecture}${address1}`

/** The API's errors, by the row that they belong to: it names them by their place in what was sent. */
function faultsOf(fields: Record<string, string>, { studios, instructors }: MappingDraft): Record<string, string> {
  const entries = Object.entries(fields).map(([path, sentence]) => {
    const [group, at, ...rest] = path.split('.')
    const id = (group === 'studios' ? studios : instructors)[Number(at)]?.id
    const isOfShop = rest[0] === 'shop' && rest.length > 1
    return [`${group === 'studios' ? 'studio' : 'instructor'}.${id}`, isOfShop ? `店舗の情報: ${sentence}` : sentence]
  })
  return Object.fromEntries(entries)
}

/** Asks before a tab with unsaved answers is closed. */
function useStayWhile(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

interface GroupProps {
  title: string
  done: number
  all: number
  none: string
  children: ReactNode
}

const Group = ({ title, done, all, none, children }: GroupProps) => (
  <section aria-label={title} className="mt-5">
    <h3 className="mb-2 flex flex-wrap items-baseline gap-x-3 text-[15px] font-semibold">
      {title}
      {all > 0 && (
        <span className="figures text-sm font-normal text-muted-foreground">
          {formatCount(done)}/{formatCount(all)}件 回答済み
        </span>
      )}
    </h3>
    {all > 0 ? (
      <ul className="divide-y rounded-lg border bg-card text-sm">{children}</ul>
    ) : (
      <p className="text-sm text-muted-foreground">{none}</p>
    )}
  </section>
)

interface RowProps {
  name: string
  /** What tells it from another of its name. */
  note: string
  isGone: boolean
  value: string
  isDisabled: boolean
  fault: string | undefined
  onChoose: (value: string) => void
  below?: ReactNode
  /** The choices besides 未回答. */
  children: ReactNode
}

function Row({ name, note, isGone, value, isDisabled, fault, onChoose, below, children }: RowProps) {
  const faultId = useId()
  return (
    <li className="px-4 py-3">
      <div className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-2">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 wrap-anywhere">
          <span className="font-medium">{name}</span>
          <span className="figures text-muted-foreground">{note}</span>
          {isGone && <Chip tone="warning">会員管理システムにありません</Chip>}
        </span>
        <span className="min-w-0">
          <span className="flex [&>*]:w-full">
            <NativeSelect
              className="w-full"
              aria-label={`${name}（${note}）の対応`}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? faultId : undefined}
              value={value}
              disabled={isDisabled}
              onChange={({ target }) => onChoose(target.value)}
            >
              <option value="">未回答</option>
              {children}
            </NativeSelect>
          </span>
          <InputError id={faultId}>{fault}</InputError>
          {below}
        </span>
      </div>
    </li>
  )
}
