import { type Account, expect, test } from '../support/fixtures.ts'
import { expectFigures, monthFromNow, showDailyTable } from '../support/screens.ts'

/** Every key of money that the contract knows. */
const money = /"(sales|gross|net|netExTax|refund|unpaid|arpu|collectionRate|byCategory|monthlyTargets)"|[¥円]/

async function answersSeenBy(page: Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]['asStaff']>>) {
  const answers: Promise<string>[] = []
  page.on('response', (answer) => {
    // The answer is text inside text: its quotes come escaped.
    if (answer.url().includes('/_serverFn/')) answers.push(answer.text().then((text) => text.replaceAll(/\\+"/g, '"')))
  })
  await page.reload()
  await expectFigures(page)
  await page.getByRole('button', { name: '前の月' }).click()
  await expect(page).toHaveURL(new RegExp(monthFromNow(-1).inUrl))
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await showDailyTable(page)
  return Promise.all(answers)
}

for (const account of ['partner', 'trainer'] satisfies Account[]) {
  test(`${account}@ sees no money, neither on the screen nor in any answer`, async ({ asStaff }) => {
    const page = await asStaff(account)
    const answers = await answersSeenBy(page)
    expect(answers.length).toBeGreaterThanOrEqual(3)
    for (const answer of answers) expect(answer).not.toMatch(money)
    await expect(page.getByRole('main')).not.toContainText(/¥|売上/)
  })
}

test('manager@ does see money in the same places', async ({ asStaff }) => {
  const page = await asStaff('manager')
  const answers = await answersSeenBy(page)
  expect(answers.some((answer) => money.test(answer))).toBe(true)
  await expect(page.getByRole('main')).toContainText('売上')
})

test('partner@ sees no figure of a group under five, and the reason why', async ({ asStaff }) => {
  const page = await asStaff('partner')
  const answers = await answersSeenBy(page)
  const movements = /"(admissions|readmissions|withdrawals|transferIn|transferOut)"/
  expect(answers.some((answer) => movements.test(answer))).toBe(true)
  await expect(page.getByRole('main')).toContainText('5名未満のため表示していません')
})
