import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { bearerOf } from './screens.ts'
import type { SharedStack } from './stack.ts'

export interface Made {
  id: string
  title: string
  /** Saves a change as another user beforehand. */
  change: (fields: Record<string, unknown>) => Promise<void>
  remove: () => Promise<void>
}

/** A valid announcement, for everyone. */
export const announcementDraft = (title: string) => ({
  title,
  body: '<p>休館のお知らせです。</p>',
  category: 'info',
  imgUrl: null,
  linkUrl: null,
  target: { scope: 'all', shopIds: [] },
  publishFrom: null,
  publishTo: null,
  isPinned: false,
  status: 'active',
})

/**
 * Creates published announcements with these titles for everyone through the API, as the page's user, and reloads the
 * page.
 */
export async function makeAnnouncements(page: Page, stack: SharedStack, titles: string[], more = {}): Promise<Made[]> {
  const headers = { authorization: await bearerOf(page, () => page.reload()) }
  const at = (path: string) => `${stack.api}/api/admin/announcement/${path}`
  const made: Made[] = []
  for (const title of titles) {
    const data = { ...announcementDraft(title), ...more }
    const answer = await page.request.post(at('new'), { headers, data })
    expect(answer.status()).toBe(200)
    const { id } = await answer.json()
    made.push({
      id,
      title,
      change: async (fields) => {
        expect((await page.request.put(at(id), { headers, data: fields })).status()).toBe(200)
      },
      remove: async () => {
        expect((await page.request.delete(at(id), { headers })).status()).toBe(200)
      },
    })
  }
  return made
}
