import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { RecordPage } from '~/components/record/record-page'
import { buttonVariants } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { reasonOf, useServerMutation } from '~/data/mutation'
import { finishClubSystem } from '~/functions/club-system'

const list = { to: '/other-settings/club-system', label: '会員管理システム' } as const

/** Hands the permission to the API, once, and goes on to the mapping. */
export function ClubSystemCallback({ search }: { search: string }) {
  const [{ code, state }] = useState(() => answerOf(search))
  const navigate = useNavigate()
  const isSent = useRef(false)
  const [fault, setFault] = useState(
    code !== '' && state !== '' ? undefined : '会員管理システムで許可されなかったため、接続していません。',
  )
  const finish = useServerMutation(finishClubSystem, {
    invalidates: ['clubSystem'],
    done: '会員管理システムに接続しました。',
  })
  useEffect(() => {
    if (isSent.current || code === '' || state === '') return
    isSent.current = true
    finish.mutateAsync({ data: { state, authorizationCode: code } }).then(
      // Replaced: the address with the code is not one to come back to.
      () => navigate({ to: '/other-settings/club-system', replace: true }),
      (error: unknown) => setFault(reasonOf(error)),
    )
  })
  return (
    <RecordPage list={list} title="会員管理システムへの接続">
      {fault === undefined ? (
        <p role="status" className="flex items-center gap-2 text-sm">
          <Spinner className="size-4" />
          接続しています...
        </p>
      ) : (
        <div className="space-y-4 text-sm">
          <p role="alert" className="text-bad">
            {fault}
          </p>
          <Link to="/other-settings/club-system" replace className={buttonVariants()}>
            接続の画面へ戻る
          </Link>
        </div>
      )}
    </RecordPage>
  )
}

/** What the club system sends somebody back with; without a code the person has refused. */
function answerOf(search: string) {
  const given = new URLSearchParams(search)
  // The router writes texts that look like other values in quotes.
  const textOf = (name: string) => (given.get(name) ?? '').replace(/^"(.*)"$/, '$1')
  return { code: textOf('code'), state: textOf('state') }
}
