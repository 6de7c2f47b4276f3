import { defineConfig } from '@playwright/test'
import { findHeadlessChromium } from './scripts/lib/chromium.mjs'
import { isDrawn } from './tests/support/sample.ts'
import { hasSpreadsheet } from './tests/support/spreadsheet.ts'

/** Only what runs on workerd carries this tag; everything else runs against the Node build. */
const edge = /@edge/

/** Files with the stories of one area, and what occurs in the paths of that area. */
const ofOneArea = {
  announcements: ['/announcement'],
  'audit-log': ['/audit'],
  columns: ['/column'],
  'columns-clock': ['/column'],
  'daily-reports': ['/daily-report'],
  'daily-reports-decided': ['/daily-report'],
  'data-health': ['/data-health'],
  'drill-down': ['/drill-down'],
  'lean-body': ['/lean-body', '/activity', '/member-activities'],
  mail: ['/mail.', '/mail-send/', '/mail-log', 'api/mail/'],
  'mail-steps': ['/mail-step'],
  'mail-templates': ['/mail-template'],
  'member-daily-logs': ['/daily-log', '/member-daily-log'],
  'member-page': ['/member.', '/members/', '/member-page', '/member-record'],
  members: ['/member.', '/members.', '/members/'],
  'members-in-a-spreadsheet': ['/member.', '/members', '/csv'],
  'members-states': ['/members'],
  month: ['/dashboard/', '/month'],
  pictures: ['/image', '/picture', '/storage/'],
  plans: ['/plan', '/ticket', '/shop-plan', '/shop-ticket'],
  policies: ['/polic'],
  'report-actions': ['/report-action'],
  'report-tables': ['/dashboard/', '/report-tables'],
  reports: ['/dashboard/', '/reports.'],
  reservations: ['/reservation', '/shop-reservation'],
  shop: ['/shop.', '/shop/'],
  shops: ['/shop.', '/shop/', '/shops'],
  staffs: ['/staff'],
}
/** `npm test` leaves out every other one of them, unless its area changed lately. */
const leftOut = Object.entries(ofOneArea).flatMap(([noun, files]) =>
  isDrawn('area', { noun, files }, 2) ? [] : [`${noun}.spec.ts`],
)

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: [...leftOut, ...(hasSpreadsheet ? [] : ['members-in-a-spreadsheet.spec.ts'])],
  outputDir: 'test-results/browser',
  globalSetup: './tests/support/global-setup.ts',
  // On a slow machine the stories take twice the sixteen minutes that they take on two free cores.
  globalTimeout: 45 * 60_000,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 900 },
    // A trace costs as much again as the test: one is made where it failed once, or with `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findHeadlessChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--no-first-run'],
    },
  },
  projects: [
    { name: 'node', grepInvert: edge },
    { name: 'edge', grep: edge },
  ],
})
