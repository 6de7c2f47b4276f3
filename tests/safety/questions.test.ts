import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A question comes after all refusals: what it asks about is tried first, or said to need no trial.

const app = new URL('../../app/', import.meta.url)
const uses = (kind: string) =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, app), 'utf8')
      return [...text.matchAll(new RegExp(`<ConfirmDialog\\s[^<]*?check=${kind}`, 'g'))].map(() => file)
    })
    .sort()

test('questions without a trial are those about nothing that the API could refuse, and those tried before', () => {
  expect(uses('"nothing"')).toEqual([
    // What the form asks is tried in `askOrStore`; leaving and restoring send nothing.
    'components/resource-form/resource-form.tsx',
    'components/resource-form/resource-form.tsx',
    'components/resource-form/resource-form.tsx',
    // Reads.
    'components/resource-table/csv-export.lazy.tsx',
    // Tried row by row; tried after the last autosave.
    'features/announcements/hide-selected.tsx',
    'features/daily-reports/report-form.tsx',
    // Send nothing.
    'features/mail-send/template-field.tsx',
    'features/statistics/amounts/amount-grid.tsx',
  ])
})

test('questions that are forms show refusals at their fields', () => {
  expect(uses('"fields"')).toEqual([
    'components/dialogs/current-password-dialog.tsx',
    'features/account/email-dialog.tsx',
    'features/member-daily-logs/reveal.tsx',
  ])
})
