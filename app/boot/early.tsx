import { rootRouteId, ScriptOnce, useRouter } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { use } from 'react'
import { toJSON } from 'seroval'
import type { ServerCall } from '~/data/query'
import { serverFnFetch } from '~/data/server-fetch'
import { identityEntryOf } from '~/identity/stored-token'
import { publicConfig } from '~/lib/config'
import { isKept } from '~/lib/kept-styles'
import type { PublicConfig } from '~/server/environment.server'
import type { FirstQuery, Opening } from './screen'
import { RestOfStyles, Styles } from './styles'

declare global {
  interface Window {
    /** Responses in flight, by URL, requested by the document's inline script. */
    __early?: Record<string, Promise<Response>>
  }
}

const framed = 'application/x-tss-framed, application/x-ndjson, application/json'
const urlOf = ({ read, data }: ServerCall) =>
  `${read.url}?${new URLSearchParams({ payload: JSON.stringify(toJSON({ data })) })}`

/** Safe inside a script element. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Inlined into the document as source: sets public settings, redirects without a session, requests data. */
function inlineScript(config: PublicConfig, urls: string[], isGuarded: boolean): string {
  return `window.__karada=${literal(config)};${config.appEnv === 'trial' ? '\ndocument.documentElement.dataset.trial="";' : ''}
(function(entry,urls,guarded){try{
var stored=localStorage.getItem(entry);
if(stored===null){if(guarded)location.replace("/login?redirect="+encodeURIComponent(location.pathname+location.search+location.hash));return}
var user=JSON.parse(stored),token=user.stsTokenManager;window.__person=user.uid;
if(!urls.length||token.expirationTime<=Date.now()+3e4)return;
var headers={authorization:"Bearer "+token.accessToken,"x-tsr-serverfn":"true",accept:${literal(framed)}};
var early=window.__early={};
urls.forEach(function(url){early[url]=fetch(url,{cache:"no-store",headers:headers});early[url].catch(function(){})})
}catch(_){}})(${literal(identityEntryOf(config))},${literal(urls)},${isGuarded})`
}

/** What the document preloads: the entry's files, then the screen's, by Start's own list of them. */
const chunksOf = new WeakMap<object, string[]>()

/**
 * Start would put these hints into the head as modules (`EarlyEnd` says why not), and has no setting for it: they are
 * taken off the list that it renders. Runs once, although the head may render twice.
 */
function takeChunks(router: ReturnType<typeof useRouter>, matches: { routeId: string }[]) {
  const { ssr } = router
  if (!ssr?.manifest || chunksOf.has(router)) return
  const { routes } = ssr.manifest
  const preloads = [rootRouteId, ...matches.map(({ routeId }) => routeId)].flatMap((id) => routes[id]?.preloads ?? [])
  chunksOf.set(router, [...new Set(preloads.map((chunk) => (typeof chunk === 'string' ? chunk : chunk.href)))])
  const bare = Object.entries(routes).map(([id, { preloads: _, ...route }]) => [id, route])
  router.ssr = { ...ssr, manifest: { ...ssr.manifest, routes: Object.fromEntries(bare) } }
}

type Matches = ReturnType<ReturnType<typeof useRouter>['matchRoutes']>

/** Whether the document is the frame of a signed-in screen. */
const isFrame = (matches: Matches) => matches.some(({ routeId }) => routeId === '/_signed-in/_page')

type Loader = (call: { context: Opening; location: unknown; params: unknown }) => unknown

const callsOf = new WeakMap<object, Promise<ServerCall[]>>()

/** The requests that the routes' loaders would send: runs them with a client that only records. */
async function firstCalls(router: ReturnType<typeof useRouter>, matches: Matches): Promise<ServerCall[]> {
  const calls: ServerCall[] = []
  const queryClient = {
    prefetchQuery: async ({ meta }: FirstQuery) => {
      if (meta?.call) calls.push(meta.call)
    },
  } as Opening['queryClient']
  for (const { routeId, params } of matches) {
    const { loader } = router.routesById[routeId].options as { loader?: Loader }
    await loader?.({ context: { queryClient }, location: router.latestLocation, params })
  }
  return calls
}

/**
 * In the document's head, with its styles: requests the screen's first data with the token that the SDK has stored,
 * before any module has loaded. Without a valid token the SDK's chunk is needed first, so nothing is requested.
 */
export const EarlyHead = createIsomorphicFn()
  .server(() => {
    const router = useRouter()
    const config = publicConfig()
    // Rendering stops at the client-only route, so the matches below it are looked up by name.
    const matches = router.matchRoutes(router.latestLocation)
    // For the same reason the router does not know that nothing is found.
    if (matches.some((match) => match.routeId === '/_signed-in/_page/$')) {
      const { answer } = getGlobalStartContext() ?? {}
      if (answer) answer.status = 404
    }
    takeChunks(router, matches)
    // The browser fetches what is unknown here, a little later.
    const calls = callsOf.get(router) ?? firstCalls(router, matches).catch(() => [])
    callsOf.set(router, calls)
    const urls = config.earlyToken ? use(calls).map(urlOf) : []
    return (
      <>
        <ScriptOnce>{inlineScript(config, urls, isFrame(matches))}</ScriptOnce>
        {!isKept() && <Chunks hrefs={chunksOf.get(router)} />}
        <Styles isFrame={isFrame(matches)} />
      </>
    )
  })
  .client(() => null)

/** React hoists links into the head unless they have itemProp; there they have their place. */
const Chunks = ({ hrefs = [] }: { hrefs: string[] | undefined }) =>
  hrefs.map((href) => <link key={href} rel="modulepreload" href={href} itemProp="" />)

/**
 * At the end of the document's body, in a browser with this build's files: the entry's and the screen's. In the head it
 * would compile them from its cache on the main thread before it parses, fetches or paints anything else. A browser
 * that must fetch them does so from the head, while it draws the frame; it has the rest of the styles here.
 * No nonce (these need none): with one, the preload scanner would treat them as if they were in the head.
 */
export const EarlyEnd = createIsomorphicFn()
  .server(() => {
    const router = useRouter()
    if (isKept()) return <Chunks hrefs={chunksOf.get(router)} />
    return isFrame(router.matchRoutes(router.latestLocation)) && <RestOfStyles />
  })
  .client(() => null)

/** The default fetch of server functions: uses the early response when there is one. */
export const appFetch = serverFnFetch((resource, init) => takeEarly(String(resource), init) ?? fetch(resource, init))

function takeEarly(url: string, init: RequestInit | undefined): Promise<Response> | undefined {
  const hit = init?.method === 'GET' ? window.__early?.[url] : undefined
  if (!hit) return undefined
  delete window.__early?.[url]
  return hit.catch(() => fetch(url, init))
}
