import { readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { access } from '../../api/db/access.ts'
import { madeOfTexts } from '../../api/export/search-texts.ts'
import { exportedTables } from '../../api/export/tables.ts'

// What a new table needs besides its access, and what nothing else would notice.

const searched = access
  .map(({ table }) => table)
  .filter((table) => getTableConfig(table).columns.some(({ name }) => name === 'search_text'))
  .map(getTableName)

test('the search finds texts that came back from an export, and texts folded by another version', () => {
  const refolded = readFileSync(new URL('../../api/db/sql/215-refold-texts.sql', import.meta.url), 'utf8')
  expect(searched).toContain('announcement')
  expect(searched.filter((name) => !('search_text' in madeOfTexts(name, {})))).toEqual([])
  expect(searched.filter((name) => !refolded.includes(`update ${name} set search_text`))).toEqual([])
})

/** The files of the oldest exports that are read. */
const ofTheFirst = `
actions announcements bills bookings club column-texts columns companies contracts costs daily-reports data-periods
data-state events health-consents health-days health-weeks joined-days leads lean-body-activities lean-body-contents
lessons mail-bounces mail-opt-outs mail-recipients mail-step-items mail-step-members mail-steps mail-steps-sent
mail-templates mails member-tickets members old-visit-days old-visit-hours old-visit-months plans policies products
report-views sale-lines sales segments shops staff staff-shops tickets visits
`.trim()

test('an export from before a table existed is read: each newer file says since which version', () => {
  const always = exportedTables.filter(({ since }) => since === undefined).map(({ file }) => file)
  expect(always.toSorted()).toEqual(ofTheFirst.split(/\s+/))
})
