import './tests/support/day-of-stories.mjs'
import { defineConfig } from '@playwright/test'
import { findHeadlessChromium } from './scripts/lib/chromium.mjs'
import { hasSpreadsheet } from './tests/support/spreadsheet.ts'

/** Only what runs on workerd carries this tag; everything else runs against the Node build. */
const edge = /@edge/

export default defineConfig({
  testDir: 'tests/e2e',
  testIgnore: hasSpreadsheet ? [] : ['members-in-a-spreadsheet.spec.ts'],
  outputDir: 'test-results/browser',
  globalSetup: './tests/support/global-setup.ts',
  // Limits end what hangs, on a machine several times slower; nothing is measured by them.
  globalTimeout: 80 * 60_000,
  timeout: 240_000,
  expect: { timeout: 30_000 },
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
