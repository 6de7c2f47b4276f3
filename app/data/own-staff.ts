import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/names.ts'
import { keyOf } from './query'

/** Id of the signed-in member of staff; undefined before the session is known. */
export const useOwnStaffId = () =>
  useQueryClient().getQueryData<AnswerOf<'user.me'>>([...keyOf('user.me'), {}])?.staff.id
