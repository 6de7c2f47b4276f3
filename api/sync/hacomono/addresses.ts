import { z } from 'zod'

/** A club's name in the provider's hosts: letters, digits and hyphens of a host name. */
export const BrandCode = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/)

export interface Addresses {
  /** The host of all reads. */
  api: string
  /** The host of the permission. */
  admin: string
}

/** Assumption: the two hosts of a brand code. */
const apiOf = (brandCode: string) => `https://${brandCode}.admin.egw.hacomono.app/api/v2`
const adminOf = (brandCode: string) => `https://${brandCode}-admin.hacomono.jp`

/** Assumption: the paths of the permission. */
export const authorizePath = '/api/oauth/authorize'
export const tokenPath = '/api/oauth/token'

/**
 * The addresses of a brand code, or those that the operator named in `CLUB_SYSTEM_HOSTS`
 * (`api=https://…,admin=https://…`), which hold for every brand code. Throws a TypeError where either is unreadable.
 */
export function addressesOf(brandCode: string, hosts: string | null): Addresses {
  if (hosts) return namedHosts(hosts)
  if (!BrandCode.safeParse(brandCode).success) throw new TypeError(`${brandCode} is no brand code.`)
  return { api: apiOf(brandCode), admin: adminOf(brandCode) }
}

function namedHosts(hosts: string): Addresses {
  const named = Object.fromEntries(hosts.split(',').map((one) => one.trim().split(/=(.*)/s, 2)))
  const { api, admin } = z.object({ api: z.url(), admin: z.url() }).parse(named)
  return { api: api.replace(/\/$/, ''), admin: admin.replace(/\/$/, '') }
}
