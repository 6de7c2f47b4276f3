import { expect, type Locator, type Page, test } from '@playwright/test'

/** Somebody at a desk: whatever their hands do is counted, so that a story says what a day costs. */
export function atDesk(page: Page) {
  const hands = { clicks: 0, keys: 0, letters: 0 }
  return {
    page,
    async click(target: Locator) {
      hands.clicks += 1
      await target.click()
    },
    /** One key after the other, `g r`; a chord is one. */
    async press(keys: string) {
      for (const key of keys.split(' ')) {
        hands.keys += 1
        await page.keyboard.press(key)
      }
    },
    /** Words, into what has the focus: they are counted apart, since they have to be written anywhere. */
    async type(text: string) {
      hands.letters += text.length
      await page.keyboard.insertText(text)
    },
    /** A click into a field, and words. */
    async write(field: Locator, text: string) {
      hands.clicks += 1
      hands.letters += text.length
      await field.fill(text)
    },
    /** A choice of a list is two clicks. */
    async choose(field: Locator, option: string) {
      hands.clicks += 2
      await field.selectOption(option)
    },
    /** Ends the day: reports the counts, and compares them with the budget. */
    expectAtMost(most: { clicks: number; keys: number }) {
      const said = `${hands.clicks} clicks, ${hands.keys} keys, ${hands.letters} letters`
      test.info().annotations.push({ type: 'hands', description: said })
      expect(hands.clicks, said).toBeLessThanOrEqual(most.clicks)
      expect(hands.keys, said).toBeLessThanOrEqual(most.keys)
    },
  }
}

export type Desk = ReturnType<typeof atDesk>
