import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../api/db/client.ts'
import { expect, test } from '../support/fixtures.ts'
import { readCounts } from '../support/lists.ts'
import { openInSpreadsheet } from '../support/spreadsheet.ts'
import { startApi, startApp, temporaryFolder } from '../support/stack.ts'

// playwright.config.ts leaves this file out where there is no spreadsheet (never in CI).

const hostile = ['=1+1', '+81-3-0000', '-1+1', '@SUM(1,1)', '=HYPERLINK("http://example.invalid","x")', '＝1+1']

/** The demo's data, but some members of 新宿店 have names that a spreadsheet would calculate. */
async function seededWithHostileNames(seeded: string): Promise<string> {
  const folder = temporaryFolder()
  cpSync(join(seeded, 'db'), join(folder, 'db'), { recursive: true })
  const database = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'db') })
  const names = hostile.map((name, index) => `(${index + 1}, '${name}')`).join(', ')
  await database.exec(`
    with concerned as (
      select member.id, row_number() over (order by member.id) as place
      from member join shop on shop.id = member.shop_id where shop.name = '新宿店'
    )
    update member set last_name = hostile.name
    from concerned join (values ${names}) as hostile (place, name) using (place)
    where member.id = concerned.id`)
  await database.close()
  return folder
}

test('the members’ CSV opens in a real spreadsheet with every row, no formulas, and leading zeros', async ({
  asStaff,
  stack,
  supervisor,
}) => {
  const { emulatorPort } = stack
  const api = await startApi(supervisor, { seeded: await seededWithHostileNames(stack.seeded), emulatorPort })
  const origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort })
  const page = await asStaff('manager', { path: '/hacomono/members?left=all', origin })
  const { total } = await readCounts(page)
  await page.getByRole('button', { name: 'CSV' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`${total.toLocaleString('ja-JP')}件をCSVに出力します`)
  const arriving = page.waitForEvent('download')
  await question.getByRole('button', { name: '出力する' }).click()
  const file = join(temporaryFolder(), 'members.csv')
  await (await arriving).saveAs(file)

  const text = readFileSync(file, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  for (const name of hostile) expect(text, name).toContain(name.replaceAll('"', '""'))
  const numbers = text.match(/(?<=,)0\d0-\d{4}-\d{4}(?=,)/g) ?? []
  expect(numbers.length).toBeGreaterThan(10)

  const sheet = openInSpreadsheet(file)
  expect(sheet.hasFormula).toBe(false)
  expect(sheet.rows).toBe(total + 1)
  for (const name of hostile) {
    const [found] = sheet.cells.filter((cell) => cell.text.replaceAll('&quot;', '"').includes(name))
    expect(found, name).toMatchObject({ type: 'string' })
  }
  const phones = sheet.cells.filter((cell) => /^0\d0-\d{4}-\d{4}$/.test(cell.text))
  expect(phones).toHaveLength(numbers.length)
  for (const phone of phones) expect(phone.type).toBe('string')
})
