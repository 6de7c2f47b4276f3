import { digest } from '#contract/digest.ts'
import { ApiError } from '#contract/errors.ts'
import { mail } from '#contract/mail.ts'
import { adminApiBaseUrl } from './environment.server'
import { callerOf } from './proxy.server'
import { publicPage } from './public-page.server'

// The page that ends mails: those to members, and 月曜の一枚 to staff. It needs a confirmation, since link scanners open
// every link of a mail. The same address accepts the one-click unsubscribe of mail programs (RFC 8058).

const address = '/unsubscribe'
const deadline = 15_000
/** Milliseconds to wait for the name; the page is shown without it. */
const nameDeadline = 3_000

interface Ending {
  title: string
  endpoint: typeof mail.unsubscribe | typeof digest.stop
  button: string
  /** What is ended, above the button. */
  question: (request: Request, token: string) => Promise<React.ReactNode>
  done: React.ReactNode
}

/** By the parameter with the token. */
const endings: Record<'t' | 'digest', Ending> = {
  t: {
    title: 'メールの配信停止',
    endpoint: mail.unsubscribe,
    button: '配信を停止する',
    question: async (request, token) => (
      <>
        <p>{await senderOf(request, token)}からのお知らせやご案内のメールの配信を停止します。</p>
        <p>ご契約や予約に関する連絡は、停止後もお送りします。</p>
      </>
    ),
    done: (
      <>
        <h1>配信を停止しました</h1>
        <p>お知らせやご案内のメールは、今後お送りしません。</p>
        <p>あらためて配信をご希望の際は、ご利用の店舗までお知らせください。</p>
      </>
    ),
  },
  digest: {
    title: '月曜の一枚の停止',
    endpoint: digest.stop,
    button: '停止する',
    question: async () => <p>数値の変化をお知らせするメール「月曜の一枚」を停止します。</p>,
    done: (
      <>
        <h1>月曜の一枚を停止しました</h1>
        <p>今後はお送りしません。アカウント設定で、いつでも再び受け取れます。</p>
      </>
    ),
  },
}

export const isUnsubscribePage = (request: Request) => new URL(request.url).pathname === address

/** Shows the confirmation (GET), or ends the mails of its token (POST); 503 unless the API confirms it. */
export async function unsubscribePage(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const parameter = searchParams.has('digest') ? 'digest' : 't'
  const { title, endpoint, button, question, done } = endings[parameter]
  const token = searchParams.get(parameter) ?? ''
  const known = endpoint.input.safeParse({ token }).success
  const answer = (status: number, page: React.ReactNode) =>
    publicPage(request, { title, page, status, cacheControl: 'no-store', sendsForms: true })
  if (!known) return answer(404, <Unknown title={title} />)
  const form = (label: string) => (
    <form method="post" action={`${address}?${parameter}=${token}`}>
      <button type="submit">{label}</button>
    </form>
  )
  if (request.method === 'GET' || request.method === 'HEAD') {
    return answer(
      200,
      <>
        <h1>{title}</h1>
        {await question(request, token)}
        {form(button)}
      </>,
    )
  }
  if (request.method !== 'POST') throw new ApiError('not_found')
  const isDone = await end(request, endpoint.path, token).catch(() => false)
  if (isDone) return answer(200, done)
  return answer(
    503,
    <>
      <h1>{title}</h1>
      <p>ただいま配信を停止できませんでした。時間をおいて、もう一度お試しください。</p>
      {form('もう一度試す')}
    </>,
  )
}

const headersOf = (request: Request) =>
  new Headers({ 'content-type': 'application/json', ...callerOf((name) => request.headers.get(name)) })

/** Whose mails these are; a general word where the API does not say it, since the page works without. */
async function senderOf(request: Request, token: string): Promise<string> {
  try {
    const response = await fetch(`${adminApiBaseUrl()}${mail.unsubscribing.path}?token=${token}`, {
      headers: headersOf(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(nameDeadline),
    })
    return mail.unsubscribing.output.parse(await response.json()).name || 'クラブ'
  } catch {
    return 'クラブ'
  }
}

async function end(request: Request, path: string, token: string): Promise<boolean> {
  const response = await fetch(adminApiBaseUrl() + path, {
    method: 'POST',
    headers: headersOf(request),
    body: JSON.stringify({ token }),
    redirect: 'manual',
    signal: AbortSignal.timeout(deadline),
  })
  return response.ok
}

const Unknown = ({ title }: { title: string }) => (
  <>
    <h1>{title}</h1>
    <p>このアドレスは正しくありません。メールのリンクをもう一度開いてください。</p>
  </>
)
