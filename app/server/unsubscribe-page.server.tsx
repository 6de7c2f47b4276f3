import { digest } from '#contract/digest.ts'
import { ApiError } from '#contract/errors.ts'
import { mail } from '#contract/mail.ts'
import { adminApiBaseUrl } from './environment.server'
import { callerOf } from './proxy.server'
import { publicPage } from './public-page.server'

// The unsubscribe page of a mail. It needs a confirmation, since link scanners open every link of a mail. The same
// address accepts the one-click unsubscribe of mail programs (RFC 8058).

const address = '/unsubscribe'
const deadline = 15_000
/** The same for the name, without which the page is shown. */
const nameDeadline = 3_000
const title = 'メールの配信停止'
const digestTitle = '月曜の一枚の停止'

export const isUnsubscribePage = (request: Request) => new URL(request.url).pathname === address

/** Shows the confirmation (GET), or unsubscribes from 広告宣伝 and フォロー (POST); 503 unless the API confirms it. */
export async function unsubscribePage(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const digestToken = searchParams.get('digest')
  if (digestToken !== null) return digestPage(request, digestToken)
  const token = searchParams.get('t') ?? ''
  const known = mail.unsubscribe.input.safeParse({ token }).success
  const answer = (status: number, page: React.ReactNode) =>
    publicPage(request, { title, page, status, cacheControl: 'no-store', sendsForms: true })
  if (!known) return answer(404, <Unknown title={title} />)
  if (request.method === 'GET' || request.method === 'HEAD') {
    return answer(200, <Question token={token} sender={await senderOf(request, token)} />)
  }
  if (request.method !== 'POST') throw new ApiError('not_found')
  const isDone = await end(request, mail.unsubscribe.path, token).catch(() => false)
  return isDone ? answer(200, <Done />) : answer(503, <Failed title={title} query={`t=${token}`} />)
}

/** The same for 月曜の一枚, which staff get. */
async function digestPage(request: Request, token: string): Promise<Response> {
  const title = digestTitle
  const answer = (status: number, page: React.ReactNode) =>
    publicPage(request, { title, page, status, cacheControl: 'no-store', sendsForms: true })
  if (!digest.stop.input.safeParse({ token }).success) return answer(404, <Unknown title={title} />)
  const query = `digest=${token}`
  if (request.method === 'GET' || request.method === 'HEAD') {
    return answer(
      200,
      <>
        <h1>{title}</h1>
        <p>数値の変化をお知らせするメール「月曜の一枚」を停止します。</p>
        <Button query={query}>停止する</Button>
      </>,
    )
  }
  if (request.method !== 'POST') throw new ApiError('not_found')
  const isDone = await end(request, digest.stop.path, token).catch(() => false)
  if (!isDone) return answer(503, <Failed title={title} query={query} />)
  return answer(
    200,
    <>
      <h1>月曜の一枚を停止しました</h1>
      <p>今後はお送りしません。アカウント設定で、いつでも再び受け取れます。</p>
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

const Button = ({ query, children }: { query: string; children: string }) => (
  <form method="post" action={`${address}?${query}`}>
    <button type="submit">{children}</button>
  </form>
)

const Question = ({ token, sender }: { token: string; sender: string }) => (
  <>
    <h1>{title}</h1>
    <p>{sender}からのお知らせやご案内のメールの配信を停止します。</p>
    <p>ご契約や予約に関する連絡は、停止後もお送りします。</p>
    <Button query={`t=${token}`}>配信を停止する</Button>
  </>
)

const Done = () => (
  <>
    <h1>配信を停止しました</h1>
    <p>お知らせやご案内のメールは、今後お送りしません。</p>
    <p>あらためて配信をご希望の際は、ご利用の店舗までお知らせください。</p>
  </>
)

const Failed = ({ title, query }: { title: string; query: string }) => (
  <>
    <h1>{title}</h1>
    <p>ただいま配信を停止できませんでした。時間をおいて、もう一度お試しください。</p>
    <Button query={query}>もう一度試す</Button>
  </>
)

const Unknown = ({ title }: { title: string }) => (
  <>
    <h1>{title}</h1>
    <p>このアドレスは正しくありません。メールのリンクをもう一度開いてください。</p>
  </>
)
