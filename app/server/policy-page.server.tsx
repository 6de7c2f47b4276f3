import { ApiError } from '#contract/errors.ts'
import { type PublicPolicies, type PublicPolicy, policy } from '#contract/policy.ts'
import { type PolicyType, policyDay, policyTypes } from '#contract/words/policy.ts'
import { adminApiBaseUrl } from './environment.server'
import { publicPage } from './public-page.server'

// Public policy pages for members: the text in force, and the next one once it has been announced. No session, script or
// cookie: they are the same for everybody and may be cached for a minute.

const types: Record<string, PolicyType> = { terms: 'userPolicy', privacy: 'privacyPolicy' }
const address = /^\/(terms|privacy)(\/next)?\/?$/
const deadline = 15_000
/** Minimum time between two requests to the API, however many visitors a page has (ms). */
const keptFor = 30_000
const cacheControl = 'public, max-age=60'

export const isPolicyPage = (request: Request) => address.test(new URL(request.url).pathname)

/** The page at this address: 404 if there is no such text, 503 if the API does not respond. */
export async function policyPage(request: Request): Promise<Response> {
  const [, place = '', next] = address.exec(new URL(request.url).pathname) ?? []
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('not_found')
  const type = types[place] as PolicyType
  const known = await readKept(type).catch(() => undefined)
  // The announced edition is now in force or withdrawn: its old address shows the text in force.
  if (next && known?.active && !known.next) {
    return new Response(null, { status: 302, headers: { location: `/${place}`, 'cache-control': 'no-store' } })
  }
  const shown = next ? known?.next : known?.active
  const page = shown ? (
    <Text policy={shown} isNext={next !== undefined} next={next ? null : (known?.next ?? null)} place={place} />
  ) : (
    <Nothing type={type} isFailure={known === undefined} />
  )
  return publicPage(request, {
    title: shown?.title ?? policyTypes[type],
    page,
    status: shown ? 200 : known ? 404 : 503,
    cacheControl: shown ? cacheControl : 'no-store',
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

interface TextProps {
  policy: PublicPolicy
  isNext: boolean
  /** The announced edition. */
  next: PublicPolicy | null
  place: string
}

const Text = ({ policy: { edition, title, effectiveFrom, changeSummary, html }, isNext, next, place }: TextProps) => (
  <>
    <h1>{title}</h1>
    <p className="facts">
      {edition}　{isNext ? `${policyDay(effectiveFrom)}施行予定` : `${policyDay(effectiveFrom)}施行`}
    </p>
    {next && (
      <div className="notice">
        <p>
          <strong>{policyDay(next.effectiveFrom)}に改定します</strong>
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
        ? 'ただいま表示できません。時間をおいて、もう一度お試しください。'
        : '現在、表示する内容はありません。'}
    </p>
  </>
)
