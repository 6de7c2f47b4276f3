import { adminApiBaseUrl } from './environment.server'

/** Ready when the admin API is: 200, otherwise 503. */
export async function apiIsReady(): Promise<Response> {
  const ready = await fetch(`${adminApiBaseUrl()}/readyz`, {
    signal: AbortSignal.timeout(3000),
    redirect: 'manual',
  }).then(
    (response) => response.ok,
    () => false,
  )
  return new Response(ready ? 'ready' : 'the admin API is not ready', { status: ready ? 200 : 503 })
}
