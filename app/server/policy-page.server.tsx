import { renderToStaticMarkup } from 'react-dom/server'
import { ApiError } from '#contract/errors.ts'
import { type PublicPolicies, type PublicPolicy, policy } from '#contract/policy.ts'
import { type PolicyType, policyTypes } from '#contract/words/policy.ts'
import { adminApiBaseUrl } from './environment.server'

// The pages that members are sent to: the text in force, and the next one once notice of it is given. No session, no
// script, no cookie: they read the same to everybody, and may be kept for a minute.

const types: Record<string, PolicyType> = { terms: 'userPolicy', privacy: 'privacyPolicy' }
const address = /^\/(terms|privacy)(\/next)?\/?$/
const deadline = 15_000
/** However many read a page, the API is asked this seldom (ms). */
const keptFor = 30_000
const cacheControl = 'public, max-age=60'

/** The colours of app.css, without the rest of it. */
const style = `
:root{color-scheme:light dark;--background:light-dark(oklch(.979 .003 160),oklch(.178 .008 170));--foreground:light-dark(oklch(.245 .014 172),oklch(.932 .006 160));--card:light-dark(oklch(1 0 0),oklch(.216 .009 170));--muted:light-dark(oklch(.475 .014 170),oklch(.735 .012 165));--border:light-dark(oklch(.908 .006 162),oklch(.318 .011 168));--primary:light-dark(oklch(.42 .082 163),oklch(.75 .115 161));--accent:light-dark(oklch(.945 .022 162),oklch(.3 .032 165))}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--foreground);font:16px/1.9 "Hiragino Sans","Yu Gothic UI","Noto Sans JP","Noto Sans CJK JP",system-ui,sans-serif;overflow-wrap:anywhere;text-size-adjust:100%;-webkit-text-size-adjust:100%}
main{max-width:48rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2,h3{line-height:1.45;word-break:auto-phrase}
h1{margin:0 0 .5rem;font-size:1.5rem}
h2{margin:2.25rem 0 .5rem;font-size:1.125rem}
h3{margin:1.5rem 0 .25rem;font-size:1rem}
p{margin:.5rem 0}
a{color:var(--primary)}
a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
em{font-style:normal;text-emphasis:filled dot}
blockquote{margin:1rem 0;padding-left:1rem;border-left:4px solid var(--border)}
hr{margin:2rem 0;border:0;border-top:1px solid var(--border)}
table{width:100%;margin:1rem 0;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.375rem .625rem;border:1px solid var(--border);text-align:left;vertical-align:top}
th{background:var(--accent)}
.facts{margin:0 0 1.5rem;color:var(--muted);font-size:.875rem}
.notice{margin:0 0 2rem;padding:1rem 1.25rem;border:1px solid var(--border);border-left:4px solid var(--primary);border-radius:8px;background:var(--card)}
.notice p{margin:.25rem 0;white-space:pre-line}
@page{size:A4;margin:18mm 16mm}
@media print{:root{color-scheme:light}body{background:none;font-size:10.5pt;line-height:1.7}main{max-width:none;padding:0}h2,h3{break-after:avoid}tr{break-inside:avoid}.screen{display:none}}
`

let policyOfStyle: Promise<string> | undefined
/** Nothing but this style: whatever stood in a text, no browser would run it. */
async function contentSecurityPolicy(): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)))
  const source = `'sha256-${btoa(String.fromCharCode(...hash))}'`
  return `default-src 'none'; style-src ${source}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

export const isPolicyPage = (request: Request) => address.test(new URL(request.url).pathname)

/** The page at this address: 404 where there is no such text, 503 where the API does not say. */
export async function policyPage(request: Request): Promise<Response> {
  const [, place = '', next] = address.exec(new URL(request.url).pathname) ?? []
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('not_found')
  const type = types[place] as PolicyType
  const known = await readKept(type).catch(() => undefined)
  const shown = next ? known?.next : known?.active
  const page = shown ? (
    <Text policy={shown} isNext={next !== undefined} next={next ? null : (known?.next ?? null)} place={place} />
  ) : (
    <Nothing type={type} isFailure={known === undefined} />
  )
  policyOfStyle ??= contentSecurityPolicy()
  const html = `<!doctype html>${renderToStaticMarkup(<Page title={shown?.title ?? policyTypes[type]}>{page}</Page>)}`
  return new Response(request.method === 'HEAD' ? null : html, {
    status: shown ? 200 : known ? 404 : 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': await policyOfStyle,
      'cache-control': shown ? cacheControl : 'no-store',
    },
  })
}

const kept = new Map<PolicyType, { until: number; answer: Promise<PublicPolicies> }>()

function readKept(type: PolicyType): Promise<PublicPolicies> {
  const found = kept.get(type)
  if (found && found.until > Date.now()) return found.answer
  const answer = read(type)
  kept.set(type, { until: Date.now() + keptFor, answer })
  answer.catch(() => kept.delete(type))
  return answer
}

async function read(type: PolicyType): Promise<PublicPolicies> {
  const response = await fetch(`${adminApiBaseUrl()}${policy.inForce.path}?type=${type}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(deadline),
  })
  if (!response.ok) throw new ApiError('upstream')
  return policy.inForce.output.parse(await response.json())
}

const dayText = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

const Page = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <html lang="ja">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, whose hash the policy names */}
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </head>
    <body>
      <main>{children}</main>
    </body>
  </html>
)

interface TextProps {
  policy: PublicPolicy
  isNext: boolean
  /** Of which notice is given here. */
  next: PublicPolicy | null
  place: string
}

const Text = ({ policy: { edition, title, effectiveFrom, changeSummary, html }, isNext, next, place }: TextProps) => (
  <>
    <h1>{title}</h1>
    <p className="facts">
      {edition}　{isNext ? `${dayText(effectiveFrom)}施行予定` : `${dayText(effectiveFrom)}施行`}
    </p>
    {next && (
      <div className="notice">
        <p>
          <strong>{dayText(next.effectiveFrom)}に改定します</strong>
        </p>
        {next.changeSummary && <p>{next.changeSummary}</p>}
        {next.requiresReconsent && <p>改定後に、あらためて同意をお願いします。</p>}
        <p className="screen">
          <a href={`/${place}/next`}>改定後の内容を読む</a>
        </p>
      </div>
    )}
    {isNext && (
      <div className="notice">
        {changeSummary && <p>{changeSummary}</p>}
        <p className="screen">
          <a href={`/${place}`}>現在の内容を読む</a>
        </p>
      </div>
    )}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the API, on a page that runs nothing */}
    <article dangerouslySetInnerHTML={{ __html: html }} />
  </>
)

const Nothing = ({ type, isFailure }: { type: PolicyType; isFailure: boolean }) => (
  <>
    <h1>{policyTypes[type]}</h1>
    <p>
      {isFailure
        ? 'ただいま表示できません。しばらくしてから、もう一度お試しください。'
        : '現在、表示する内容はありません。'}
    </p>
  </>
)
