import { kinds } from '../../../provider/answers.ts'
import type { ClubSystem } from '../club-system.ts'
import type { ClubSystemDriver } from '../driver.ts'
import { addressesOf } from './addresses.ts'
import { ask, askOrNone, type Line, lookAt } from './client.ts'
import { authorizeUrl, type Client, type Grant, requestTokens } from './oauth.ts'
import { everyRow, type Get } from './pages.ts'
import { probe } from './probe.ts'
import { readRow } from './read-row.ts'
import { readerOf } from './reader.ts'
import { Instructor, Studio } from './shapes.ts'
import { openTransport } from './transport.ts'
import { readWebhook } from './webhook.ts'

export interface HacomonoSettings {
  clientId: string | null
  clientSecret: string | null
  /** `CLUB_SYSTEM_HOSTS`: other hosts than those of a brand code. */
  hosts: string | null
}

interface Surroundings {
  now?: () => Date
  sleep?: Line['sleep']
  limit?: Line['limit']
  /** Of each answer. */
  timeoutMs?: number
}

/**
 * The longest `retry-after` to wait for: short while a person waits, longer in a run, which holds a lease of minutes.
 */
const mostWaitSeconds = { ofPerson: 15, ofRun: 60 }

/** The club system hacomono. Nothing outside this folder knows its shape. */
export function openHacomono(
  { clientId, clientSecret, hosts }: HacomonoSettings,
  {
    now = () => new Date(),
    sleep = (ms) => new Promise((done) => setTimeout(done, ms)),
    limit,
    timeoutMs,
  }: Surroundings = {},
): ClubSystemDriver {
  const client: Client = { id: clientId ?? '', secret: clientSecret ?? '' }
  const line: Line = {
    send: openTransport({ isTrusted: hosts !== null, timeoutMs }),
    sleep,
    now,
    limit,
    mostWaitSeconds: mostWaitSeconds.ofPerson,
  }
  const tokensFor = (brandCode: string, grant: Grant) =>
    requestTokens(line, addressesOf(brandCode, hosts), client, grant, now())
  return {
    missing: [...(clientId ? [] : ['CLUB_SYSTEM_CLIENT_ID']), ...(clientSecret ? [] : ['CLUB_SYSTEM_CLIENT_SECRET'])],
    addressesOf: (brandCode) => addressesOf(brandCode, hosts),
    authorizeUrl: ({ brandCode, ...of }) => authorizeUrl(addressesOf(brandCode, hosts), client, of),
    exchangeCode: ({ brandCode, code, redirectUri }) =>
      tokensFor(brandCode, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    renew: ({ brandCode, refreshToken }) =>
      tokensFor(brandCode, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    readRow,
    readWebhook,
    open: ({ brandCode, accessToken }) => opened(line, addressesOf(brandCode, hosts).api, accessToken),
  }
}

function opened(line: Line, api: string, accessToken: string): ClubSystem {
  const getOf = (path: string, query: Record<string, string | number>) => ({
    method: 'GET' as const,
    url: `${api}${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const getBy =
    (asking: typeof ask, by: Line): Get =>
    (path, query) =>
      asking(by, getOf(path, query))
  const get = getBy(ask, line)
  const ofRun = { ...line, mostWaitSeconds: mostWaitSeconds.ofRun }
  return {
    ...readerOf(getBy(ask, ofRun), getBy(askOrNone, ofRun)),
    probe: (today) => probe((path, query) => lookAt(ofRun, getOf(path, query)), today),
    studios: async () =>
      (await everyRow(get, kinds.studios, Studio)).map(({ id, code, name }) => ({
        id,
        code: code ?? null,
        name,
      })),
    instructors: async () => (await everyRow(get, kinds.instructors, Instructor)).map(({ id, name }) => ({ id, name })),
  }
}
