import { expect, type Locator, type Page, test } from '@playwright/test'

/** A user whose clicks and keys are counted, to budget a workday. */
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
    /** Types text into the focused element; counted separately, since text is needed in any design. */
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
    /** Choosing from a select counts as two clicks. */
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
