import { createFileRoute, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoginPage } from '~/features/sign-in/login-page'
import { isSignedIn, startIdentity } from '~/identity/token'
import { publicConfig } from '~/lib/config'
import { ownPath } from '~/lib/own-path'

interface LoginSearch {
  redirect?: string
  reason?: string
}

export const Route = createFileRoute('/login')({
  validateSearch: ({ redirect, reason }: Record<string, unknown>): LoginSearch => ({
    // Set even when undefined: a missing key would keep the URL's raw value.
    redirect: typeof redirect === 'string' ? redirect : undefined,
    reason: typeof reason === 'string' ? reason : undefined,
  }),
  head: () => ({ meta: [{ title: 'ログイン | Karada Desk' }] }),
  component: Login,
})

function Login() {
  const { redirect, reason } = useSearch({ from: '/login' })
  const router = useRouter()
  const target = ownPath(redirect)

  // A signed-in user is redirected; everyone else will need the SDK soon.
  useEffect(() => {
    let left = false
    isSignedIn()
      .then((signedIn) => {
        if (signedIn && !left) router.history.replace(target)
        else return startIdentity()
      })
      .catch(() => {})
    return () => {
      left = true
    }
  }, [router, target])

  return <LoginPage redirectTo={target} reason={reason} demo={publicConfig().appEnv === 'demo'} />
}
