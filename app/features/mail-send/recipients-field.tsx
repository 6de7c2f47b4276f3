import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { UserRoundMinus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { MailAudience, MailPerson, MailPreview } from '#contract/mail.ts'
import { mailFields } from '#contract/words/fields/mail.ts'
import { type ExclusionReason, exclusionReasons } from '#contract/words/mail.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { type FieldHandle, useFormContext, useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { ChooseRecipients } from './choose-recipients'
import { Excluded } from './excluded'
import { PersonText } from './person'
import { isNobody, noReceivers, type PreviewParams, peoplePage, previewQuery } from './queries'

interface RecipientsFieldProps {
  field: FieldHandle<MailAudience>
  /** The selected shop, as in the URL. */
  shop: string | undefined
  /** Parameters of the preview. */
  params: PreviewParams
  /** Its first page. */
  preview: UseQueryResult<MailPreview>
  /** Why there are too many recipients. */
  refused: string | undefined
}

/** Recipients of a mail: number, filters, names, and excluded members by reason. */
export function RecipientsField({ field: handle, shop, params, preview, refused }: RecipientsFieldProps) {
  const field = useLiveField(handle)
  const to = field.state.value
  const nobody = isNobody(to)
  // A recipient is out of scope: they must be chosen again.
  const areGone = isApiError(preview.error) && preview.error.code === 'not_found'
  const [chooses, setChooses] = useState(nobody)
  const [offset, setOffset] = useState(0)
  const [opened, setOpened] = useState<ExclusionReason>()
  useHold(field.name, nobody ? undefined : (holdOf(preview) ?? refused))
  const choose = (next: MailAudience) => {
    setOffset(0)
    field.handleChange(next)
  }

  return (
    <FieldFrame field={field} label={mailFields.total} group show={() => '–'}>
      {() => (
        <div className="space-y-4">
          {!nobody && (
            <div className="rounded-lg border bg-card p-4 shadow-card">
              <TabState query={preview} noun="宛先">
                {(now) => (
                  <>
                    <div className="flex flex-wrap items-start justify-between gap-3">
                      <div className="min-w-0">
                        <p role="status" className="figures text-lg font-semibold">
                          宛先 {formatCount(now.total)}名
                        </p>
                        <p className="mt-0.5 text-sm text-muted-foreground wrap-anywhere">{now.segmentText}</p>
                        {now.isPartial && (
                          <p className="mt-0.5 text-sm">担当店舗ではない店舗の会員は、宛先に含みません。</p>
                        )}
                        <p role="status" className="mt-0.5 text-sm text-bad">
                          {refused}
                        </p>
                      </div>
                      <Button variant="outline" aria-expanded={chooses} onClick={() => setChooses((isOpen) => !isOpen)}>
                        宛先を選び直す
                      </Button>
                    </div>
                    <Reasons excluded={now.excluded} onOpen={setOpened} />
                    <People
                      params={params}
                      offset={offset}
                      onOffset={setOffset}
                      isShown={({ userId }) => isStillIn(to, userId)}
                      onRemove={(person) => field.handleChange(removed(to, person))}
                    />
                  </>
                )}
              </TabState>
            </div>
          )}
          {(chooses || nobody || areGone) && (
            <ChooseRecipients key={String(areGone)} to={areGone ? noReceivers : to} shop={shop} onChoose={choose} />
          )}
          {opened && (
            <Excluded
              reason={opened}
              params={params}
              onClose={() => setOpened(undefined)}
              onPutBack={(person) => field.handleChange(putBack(to, person))}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** Why the mail cannot be sent yet; undefined if it can. */
function holdOf({ data, error, isFetching, isPlaceholderData }: UseQueryResult<MailPreview>): string | undefined {
  if (isFetching || isPlaceholderData) return '宛先を確認しています。人数が表示されると、確認へ進みます。'
  if (error || !data) return '宛先を確認できませんでした。宛先を表示してから、もう一度押してください。'
  return data.total === 0 ? '送信できる宛先がありません。宛先を選び直してください。' : undefined
}

function useHold(name: string, reason: string | undefined) {
  const { holds, goOn } = useFormContext()
  useEffect(() => {
    if (reason === undefined) holds.delete(name)
    else holds.set(name, reason)
    goOn()
    return () => void holds.delete(name)
  }, [holds, goOn, name, reason])
}

/** Removed members disappear at once; the number follows. */
const isStillIn = (to: MailAudience, userId: string) =>
  to.by === 'members' ? to.userIds.includes(userId) : !to.withoutUserIds?.includes(userId)

const removed = (to: MailAudience, { userId }: MailPerson): MailAudience =>
  to.by === 'members'
    ? { ...to, userIds: to.userIds.filter((id) => id !== userId) }
    : { ...to, withoutUserIds: [...(to.withoutUserIds ?? []), userId] }

const putBack = (to: MailAudience, { userId }: MailPerson): MailAudience =>
  to.by === 'members'
    ? { ...to, userIds: [...to.userIds, userId] }
    : { ...to, withoutUserIds: to.withoutUserIds?.filter((id) => id !== userId) }

interface ReasonsProps {
  excluded: MailPreview['excluded']
  onOpen: (reason: ExclusionReason) => void
}

/** Chosen members who get no mail, by reason. */
function Reasons({ excluded, onOpen }: ReasonsProps) {
  const all = excluded.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return <p className="mt-3 text-sm text-muted-foreground">除外される会員はいません。</p>
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 text-sm">
      <span className="figures font-medium">除外 {formatCount(all)}名</span>
      {excluded
        .filter(({ count }) => count > 0)
        .map(({ reason, count }) => (
          <button
            key={reason}
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(reason)}
            className={cn(
              'figures inline-flex min-h-8 items-center rounded-full border border-input bg-card px-3 text-[13px] hover:bg-muted',
              reason === 'sleeping' && 'border-warning bg-warning-surface text-warning',
            )}
          >
            {exclusionReasons[reason]} {formatCount(count)}名
          </button>
        ))}
    </div>
  )
}

interface PeopleProps {
  params: PreviewParams
  offset: number
  onOffset: (offset: number) => void
  isShown: (person: MailPerson) => boolean
  onRemove: (person: MailPerson) => void
}

/** One page of recipients, each removable. */
function People({ params, offset, onOffset, isShown, onRemove }: PeopleProps) {
  const query = useQuery({
    ...previewQuery({ ...params, offset, limit: peoplePage }),
    placeholderData: keepPreviousData,
  })
  const remove = (person: MailPerson, entry: Element | null) => {
    const near = entry?.nextElementSibling ?? entry?.previousElementSibling
    near?.querySelector<HTMLElement>('button')?.focus()
    onRemove(person)
  }
  return (
    <TabState query={query} noun="宛先">
      {({ list, paging }) =>
        paging.total > 0 && (
          <>
            <ul aria-label="宛先の会員" className="mt-3 max-h-80 divide-y overflow-y-auto rounded-md border">
              {list.filter(isShown).map((person) => (
                <li key={person.userId} className="flex items-center gap-3 py-1 pr-1 pl-3 text-sm">
                  <PersonText person={person} />
                  <Button
                    variant="ghost"
                    aria-label={`${person.name}を除外する`}
                    onClick={({ currentTarget }) => remove(person, currentTarget.closest('li'))}
                  >
                    <UserRoundMinus aria-hidden />
                    <span className="max-sm:sr-only">除外する</span>
                  </Button>
                </li>
              ))}
            </ul>
            <TabPages paging={paging} size={peoplePage} onPage={(next) => onOffset(next ?? 0)} />
          </>
        )
      }
    </TabState>
  )
}
