import type { Account } from '../support/accounts.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFigures, figureCard, monthFromNow, readNumber, showDailyTable } from '../support/screens.ts'

test.use({ warm: true })

/** Every key of money that the contract knows. */
const money = /"(sales|gross|net|netExTax|refund|unpaid|arpu|collectionRate|byCategory|monthlyTargets)"|[¥円]/

async function answersSeenBy(
  page: Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]['asStaff']>>,
  account: Account,
) {
  // The reload would abort pending requests.
  await page.waitForLoadState('networkidle')
  const answers: Promise<string>[] = []
  page.on('response', (answer) => {
    if (!answer.url().includes('/_serverFn/')) return
    // The answer is text inside text: its quotes come escaped. Of one that the reload has cut off nothing is left.
    const text = answer.text().catch(() => '')
    answers.push(text.then((whole) => whole.replaceAll(/\\+"/g, '"')))
  })
  await page.reload()
  await expectFigures(page)
  await page.getByRole('button', { name: '前の月' }).click()
  // A partner begins with the last month that is over.
  await expect(page).toHaveURL(new RegExp(monthFromNow(account === 'partner' ? -2 : -1).inUrl))
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await (account === 'partner' ? expectFigures(page) : showDailyTable(page))
  // An answer that comes later would end with the page, unread.
  page.removeAllListeners('response')
  return (await Promise.all(answers)).filter((answer) => answer !== '')
}

for (const account of ['partner', 'trainer'] satisfies Account[]) {
  test(`${account}@ sees no money, neither on the screen nor in any answer`, async ({ asStaff }) => {
    const page = await asStaff(account)
    const answers = await answersSeenBy(page, account)
    expect(answers.length).toBeGreaterThanOrEqual(3)
    // What a campaign of the demo is called is no money.
    for (const answer of answers) expect(answer.replaceAll('入会金0円', '')).not.toMatch(money)
    await expect(page.getByRole('main')).not.toContainText(/¥|売上/)
  })
}

test('manager@ does see money in the same places', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const answers = await answersSeenBy(page, 'manager')
  expect(answers.some((answer) => money.test(answer))).toBe(true)
  await expect(page.getByRole('main')).toContainText('売上')
})

test('partner@ sees three rounded figures of a completed month, with an explanation', async ({ asStaff }) => {
  const page = await asStaff('partner', { path: `/dashboard?month=${monthFromNow(-2).inUrl}` })
  await expectFigures(page)
  await expect(page.getByRole('main')).toContainText('5単位の概数（約）で表示しています')
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(cards).toHaveText([/^期末在籍/, /^来館数/, /^来館者数/])
  for (const label of ['期末在籍', '来館数', '来館者数']) {
    const shown = await figureCard(page, label).locator('p').first().textContent()
    expect(readNumber(shown ?? '') % 5).toBe(0)
  }
})

test('partner@ first sees the last completed month; the open one says when its figures come', async ({ asStaff }) => {
  const page = await asStaff('partner')
  await expectFigures(page)
  await expect(page).toHaveURL(new RegExp(monthFromNow(-1).inUrl))
  await expect(page.getByText('確定', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '次の月' }).click()
  await expect(page.getByRole('heading', { name: /の数値は、月が終わると表示されます$/ })).toBeVisible()
  await page.getByRole('button', { name: /^\d+年\d+月を見る$/ }).click()
  await expectFigures(page)
})
