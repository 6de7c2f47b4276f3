import { ApiError } from '#contract/errors.ts'
import { mailConsent } from '#contract/mail-consent.ts'
import { adminApiBaseUrl } from './environment.server'
import { callerOf } from './proxy.server'
import { publicPage } from './public-page.server'

// The page on which a member consents to mail, or refuses it, by the link that went to their address. It needs a button,
// since link scanners open every link of a mail, and it says nothing of whose link it is.

const address = '/mail-consent'
const title = 'メール配信の確認'
const deadline = 15_000
/** Milliseconds to wait for the name; the page is shown without it. */
const nameDeadline = 3_000

export const isConsentPage = (request: Request) => new URL(request.url).pathname === address

/** Shows both answers (GET), or records one (POST); 503 unless the API confirms it. */
export async function consentPage(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('t') ?? ''
  const answer = (status: number, page: React.ReactNode) =>
    publicPage(request, { title, page, status, cacheControl: 'no-store', sendsForms: true })
  if (!mailConsent.give.input.safeParse({ token }).success) return answer(404, <Void />)
  if (request.method === 'GET' || request.method === 'HEAD') {
    return answer(200, <Question name={await senderOf(request, token)} token={token} />)
  }
  if (request.method !== 'POST') throw new ApiError('not_found')
  const gives = searchParams.get('answer') === 'yes'
  const isDone = await send(request, gives ? mailConsent.give : mailConsent.decline, token).catch(() => null)
  if (isDone === null) return answer(503, <Failed token={token} gives={gives} />)
  if (!isDone) return answer(410, <Void />)
  return answer(200, gives ? <Given /> : <Declined />)
}

const Answer = ({ token, gives, label }: { token: string; gives: boolean; label: string }) => (
  <form method="post" action={`${address}?t=${token}&answer=${gives ? 'yes' : 'no'}`}>
    <button type="submit">{label}</button>
  </form>
)

const Question = ({ name, token }: { name: string; token: string }) => (
  <>
    <h1>{title}</h1>
    <p>{name}からの、お知らせやご案内のメール（広告宣伝を含みます）の配信に同意しますか。</p>
    <p>同意したあとも、メールの「配信停止」のリンクから、いつでも停止できます。</p>
    <Answer token={token} gives label="同意する" />
    <Answer token={token} gives={false} label="同意しない" />
  </>
)

const Given = () => (
  <>
    <h1>同意を受け付けました</h1>
    <p>お知らせやご案内のメールを、このメールアドレスにお送りします。</p>
  </>
)

const Declined = () => (
  <>
    <h1>同意しないことを受け付けました</h1>
    <p>お知らせやご案内のメールは、お送りしません。</p>
  </>
)

const Void = () => (
  <>
    <h1>{title}</h1>
    <p>このリンクは使えません。期限が過ぎているか、すでに回答済みか、メールアドレスが変更されています。</p>
    <p>配信をご希望の際は、ご利用の店舗までお知らせください。</p>
  </>
)

const Failed = (props: { token: string; gives: boolean }) => (
  <>
    <h1>{title}</h1>
    <p>ただいま受け付けられませんでした。時間をおいて、もう一度お試しください。</p>
    <Answer {...props} label="もう一度試す" />
  </>
)

const headersOf = (request: Request) =>
  new Headers({ 'content-type': 'application/json', ...callerOf((name) => request.headers.get(name)) })

/** Whose mails these are; a general word where the API does not say it, since the page works without. */
async function senderOf(request: Request, token: string): Promise<string> {
  try {
    const response = await fetch(`${adminApiBaseUrl()}${mailConsent.confirming.path}?token=${token}`, {
      headers: headersOf(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(nameDeadline),
    })
    return mailConsent.confirming.output.parse(await response.json()).name || 'クラブ'
  } catch {
    return 'クラブ'
  }
}

/** Whether the link was open. */
async function send(
  request: Request,
  endpoint: typeof mailConsent.give | typeof mailConsent.decline,
  token: string,
): Promise<boolean> {
  const response = await fetch(adminApiBaseUrl() + endpoint.path, {
    method: 'POST',
    headers: headersOf(request),
    body: JSON.stringify({ token }),
    redirect: 'manual',
    signal: AbortSignal.timeout(deadline),
  })
  return endpoint.output.parse(await response.json()).isDone
}
