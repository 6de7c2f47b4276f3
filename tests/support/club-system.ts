import { ProviderFailure, type ProviderInstructor, type ProviderStudio } from '../../api/sync/club-system.ts'
import type { ClubSystemDriver, Tokens } from '../../api/sync/driver.ts'
import { readRow } from '../../api/sync/hacomono/read-row.ts'
import { readWebhook } from '../../api/sync/hacomono/webhook.ts'

/** A club system in memory, for tests that are not about how the real one speaks. */
export function fakeClubSystem(clock: () => Date) {
  const world = {
    studios: [
      { id: '11', code: 'S11', name: '新宿スタジオ' },
      { id: '12', code: 'S12', name: '渋谷スタジオ' },
      { id: '13', code: null, name: '閉店したスタジオ' },
    ] as ProviderStudio[],
    instructors: [
      { id: '21', name: '佐藤 花子' },
      { id: '22', name: '鈴木 一郎' },
    ] as ProviderInstructor[],
    /** What was asked, in order. */
    calls: [] as string[],
    /** The only tokens that are good. */
    access: '',
    refresh: '',
    /** Runs while the club system makes new tokens. */
    onRenew: async () => {},
    /** Everything fails with this. */
    failure: null as ProviderFailure | null,
  }
  let serial = 0
  const issue = (): Tokens => {
    serial += 1
    world.access = `access-${serial}`
    world.refresh = `refresh-${serial}`
    return {
      accessToken: world.access,
      refreshToken: world.refresh,
      expiresAt: new Date(clock().getTime() + 3_600_000),
    }
  }
  const refused = () => new ProviderFailure('unauthorized', '会員管理システムが許可を受け付けませんでした。')
  const driver: ClubSystemDriver = {
    missing: [],
    addressesOf: (brandCode) => ({
      api: `https://${brandCode}.admin.example.com/api/v2`,
      admin: `https://${brandCode}-admin.example.com`,
    }),
    authorizeUrl: ({ brandCode, redirectUri, state }) =>
      `https://${brandCode}-admin.example.com/authorize?${new URLSearchParams({ redirect_uri: redirectUri, state })}`,
    exchangeCode: async ({ code }) => {
      world.calls.push(`exchange ${code}`)
      if (world.failure) throw world.failure
      if (code === 'bad') throw refused()
      return issue()
    },
    renew: async ({ refreshToken }) => {
      world.calls.push(`renew ${refreshToken}`)
      await world.onRenew()
      if (world.failure) throw world.failure
      if (refreshToken !== world.refresh) throw refused()
      return issue()
    },
    readRow,
    readWebhook,
    open: ({ accessToken }) => {
      const read = <T>(what: 'studios' | 'instructors', rows: () => T) => {
        return async (): Promise<T> => {
          world.calls.push(`${what} ${accessToken}`)
          if (world.failure) throw world.failure
          if (accessToken !== world.access && accessToken !== 'a') throw refused()
          return rows()
        }
      }
      return {
        studios: read('studios', () => world.studios),
        instructors: read('instructors', () => world.instructors),
        // Runs are tested against the stub.
        page: async (_, __, page) => ({ rows: [], page, pages: 0, total: 0 }),
        one: async () => null,
        probe: async () => [],
      }
    },
  }
  return { driver, world }
}
