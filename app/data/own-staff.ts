import { useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/names.ts'
import { isOthersTab } from '~/identity/tab-person'
import { keyOf } from './query'

/** Id of the signed-in member of staff; undefined before the session is known. */
export const useOwnStaffId = () =>
  useQueryClient().getQueryData<AnswerOf<'user.me'>>([...keyOf('user.me'), {}])?.staff.id

/** Whether what this tab keeps would be kept for somebody else, who has signed in meanwhile. */
export const keepsForOthers = () => isOthersTab()
