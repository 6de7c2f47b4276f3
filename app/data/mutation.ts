import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isApiError, rehearsalHeader } from '#contract/errors.ts'
import type { Resource } from '#contract/names.ts'
import { endSession } from '~/identity/leave'
import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'
import { isOutdated, reloading } from '~/lib/unloaded'
import { invalidate, type Stale } from './query'

/** Overrides the mutation's success message. */
interface SuccessText {
  done?: string
}

/** The call options of a writing server function. */
export interface WriteCall<Data> {
  data: Data
  headers?: Record<string, string>
  signal?: AbortSignal
  fetch?: typeof fetch
}

/** Options of a call that is only tried, so that a refusal comes before the question. */
export const rehearsal: { headers: Record<string, string> } = { headers: { [rehearsalHeader]: '1' } }
const isRehearsal = ({ headers }: { headers?: Record<string, string> }) => headers?.[rehearsalHeader] !== undefined

interface MutationOptions<Data, Answer> {
  /** The queries to refetch. */
  invalidates: readonly Stale[]
  /** The snackbar after success. */
  done?: string | ((answer: Answer) => string)
  /** The reverse call, for 元に戻す; undefined where the write cannot be undone. */
  undo?: (answer: Answer, data: Data) => (() => Promise<unknown>) | undefined
}

/** Errors that the form shows itself, at the fields or in the stale dialog. */
const isShownInForm = (error: unknown) => isApiError(error) && (error.code === 'stale' || error.fields !== undefined)

function notifyFailure(error: unknown) {
  // Cancelled by the user.
  if (isApiError(error) && error.code === 'aborted') return
  if (isApiError(error) && error.code === 'unauthenticated') void endSession(error.endedBy)
  else if (!isShownInForm(error)) notify.error(failureMessage(error).text, isOutdated(error) ? reloading : undefined)
}

/** Why a write failed: the message of its first field, or of the error. */
export const reasonOf = (error: unknown): string =>
  (isApiError(error) && Object.values(error.fields ?? {})[0]) || failureMessage(error).text

/** Where there is no form: shows the refusals that `useServerMutation` leaves to its caller. */
export function notifyRefusal(error: unknown) {
  if (isShownInForm(error)) notify.error(reasonOf(error))
}

/**
 * One writing server function as a mutation: shows success and failure in a snackbar, refetches what changed,
 * offers 元に戻す where there is a reverse call, and ends a session that the API rejects.
 */
export function useServerMutation<Data, Answer>(
  write: (call: WriteCall<Data>) => Promise<Answer>,
  { invalidates, done, undo }: MutationOptions<Data, Answer>,
) {
  const queryClient = useQueryClient()
  const readAgain = () => invalidate(queryClient, ...invalidates)

  return useMutation({
    mutationFn: ({ done: _, ...call }: WriteCall<Data> & SuccessText) => write(call as WriteCall<Data>),
    onError: notifyFailure,
    onSuccess: (answer, { data, done: message = done, ...call }) => {
      if (isRehearsal(call)) return
      // The refetch runs in the background.
      void readAgain()
      const reverse = undo?.(answer, data)
      const takeBack = async () => {
        try {
          await reverse?.()
          notify.success('元に戻しました。')
        } catch (error) {
          notifyFailure(error)
          notifyRefusal(error)
        } finally {
          await readAgain()
        }
      }
      const text = typeof message === 'function' ? message(answer) : message
      if (text) notify.success(text, reverse && { label: '元に戻す', run: () => void takeBack() })
    },
  })
}

interface RecordWrites<Draft, Row> {
  resource: Resource
  /** What a record is: お知らせ. */
  noun: string
  create: (call: WriteCall<Draft>) => Promise<Row>
  update: (call: WriteCall<Draft & Seen>) => Promise<Row>
  /** The reverse call of a change. */
  undo?: (saved: Row) => (() => Promise<unknown>) | undefined
}

/** A record, and the version at which it was seen. */
interface Seen {
  id: string
  version: number
}

/** What a form's button does: stores a new record, or the changes to the row that it was opened on. */
export function useSaveRecord<Draft extends object, Row extends Seen>({
  resource,
  noun,
  create,
  update,
  undo,
}: RecordWrites<Draft, Row>) {
  const invalidates = [resource]
  const creation = useServerMutation(create, { invalidates, done: `${noun}を登録しました。` })
  const change = useServerMutation(update, { invalidates, done: `${noun}を更新しました。`, ...(undo && { undo }) })
  return (values: Draft, { row, ...call }: { row: Row | undefined; headers: Record<string, string> } & SuccessText) =>
    row
      ? change.mutateAsync({ data: { ...values, id: row.id, version: row.version }, ...call })
      : creation.mutateAsync({ data: values, ...call })
}
