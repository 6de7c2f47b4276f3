import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { isApiError } from '#contract/errors.ts'
import { endSession } from '~/auth/session'
import { notify } from '~/components/toaster'
import { tellFailure } from '~/lib/failure'

interface WriteCall<Data> {
  data: Data
  headers?: Record<string, string>
}

interface MutationOptions<Data, Answer> {
  /** What the screens have to ask again: `[['announcement']]`. */
  invalidates: readonly QueryKey[]
  /** The snackbar after success. */
  done?: string
  /** The reverse call, made when 元に戻す is pressed; undefined where the act cannot be taken back. */
  undo?: (answer: Answer, data: Data) => (() => Promise<unknown>) | undefined
}

/** Whoever asked shows these where they belong: at the fields, or in the stale dialog. */
const toldElsewhere = (error: unknown) => isApiError(error) && (error.code === 'stale' || error.fields !== undefined)

function tell(error: unknown) {
  if (isApiError(error) && error.code === 'unauthenticated') void endSession('expired')
  else if (!toldElsewhere(error)) notify.error(tellFailure(error).text)
}

/**
 * One writing server function as a mutation: tells success and failure in a snackbar, asks again what has changed,
 * offers 元に戻す where there is a reverse call, and ends a session that the API no longer knows.
 */
export function useServerMutation<Data, Answer>(
  write: (call: WriteCall<Data>) => Promise<Answer>,
  { invalidates, done, undo }: MutationOptions<Data, Answer>,
) {
  const queryClient = useQueryClient()
  const askAgain = () =>
    Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey, refetchType: 'active' })))

  return useMutation({
    mutationFn: (call: WriteCall<Data>) => write(call),
    onError: tell,
    onSuccess: (answer, { data }) => {
      // The screen need not wait for what it asks again.
      void askAgain()
      const reverse = undo?.(answer, data)
      const takeBack = async () => {
        try {
          await reverse?.()
          notify.success('元に戻しました。')
        } catch (error) {
          if (toldElsewhere(error)) notify.error(tellFailure(error).text)
          else tell(error)
        } finally {
          await askAgain()
        }
      }
      if (done) notify.success(done, reverse && { label: '元に戻す', run: () => void takeBack() })
    },
  })
}
