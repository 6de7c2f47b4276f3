import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { hasSpreadsheet } from './tests/support/spreadsheet.ts'

/** About PostgreSQL's own behaviour: part of the run that is on PostgreSQL, and of no other. */
const onPostgresOnly = 'tests/contract/**/*.postgres.test.ts'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: process.env.CI ? 2 : undefined,
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          exclude: [
            '**/node_modules/**',
            ...(hasSpreadsheet ? [] : ['tests/contract/csv-in-a-spreadsheet.test.ts']),
            ...(process.env.TEST_DATABASE_URL ? [] : [onPostgresOnly]),
          ],
          include: [
            'api/**/*.test.ts',
            'contract/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/contract/**/*.test.ts',
            'tests/safety/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
        test: { name: 'app', environment: 'happy-dom', include: ['app/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
