import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { WriteCall } from '~/data/mutation'
import { failureMessage } from '~/lib/failure'
import { BackToLogin, CardAlert, LoadingCard, SignInCard } from './card'

interface OfLinkProps<Answer> {
  /** Of the query. */
  name: string
  /** While it is read. */
  title: string
  read: (call: WriteCall<{ token: string }>) => Promise<Answer>
  /** How to correct a link that was not copied as a whole. */
  correction: string
  children: (token: string, answer: Answer) => ReactNode
}

/** What a link opens, once the API has read its token. */
export function OfLink<Answer>({ name, title, read, correction, children }: OfLinkProps<Answer>) {
  const hydrated = useHydrated()
  // In the fragment, which is never sent to a server.
  const token = hydrated ? window.location.hash.slice(1) : ''
  const { data, error } = useQuery({
    queryKey: [name, token],
    queryFn: ({ signal }) => read({ data: { token }, signal }),
    enabled: hydrated,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) {
    const { text, ref } = failureMessage(error)
    const isWrong = isApiError(error) && error.code === 'invalid'
    return (
      <SignInCard title="リンクを開けませんでした">
        <CardAlert text={isWrong ? `リンクが正しくありません。${correction}` : text} reference={ref} />
        <BackToLogin />
      </SignInCard>
    )
  }
  return data === undefined ? <LoadingCard title={title} /> : children(token, data)
}
