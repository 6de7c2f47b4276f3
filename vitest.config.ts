import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { hasSpreadsheet } from './tests/support/spreadsheet.ts'

/** They open no database, so they run once, on neither engine. */
const withoutDatabase = [
  'contract/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tests/safety/**/*.test.ts',
  'tests/contract/{rights,settings,csv-in-a-spreadsheet,dealt-at-random}.test.ts',
  'api/import/{*,returned/*}.test.ts',
  'api/lib/*.test.ts',
  'api/process/config.test.ts',
  'api/figures/{campaigns,chance-of-change,control-limits,lesson-chance,profit,shop-comparison,wilson}.test.ts',
  'api/rules/rich-text.test.ts',
  'api/sync/{hacomono,reconcile}/*.test.ts',
  'stub/*.test.ts',
  'api/http/{listen,queue}.test.ts',
  'api/identity/{password,reach}.test.ts',
]

/**
 * The engine of a test of the API is in its file's name: `.engines.` runs on both (locks, transactions, errors, crashes,
 * migrations, SQL of figures, access), `.pglite.` and `.postgres.` on one. All others run once, on PostgreSQL, which is
 * production; without one they run on PGlite.
 */
const enginesLeftOut = {
  PostgreSQL: ['**/*.pglite.test.ts'],
  PGlite: ['**/*.postgres.test.ts'],
  /** PGlite, where PostgreSQL runs the rest. */
  embedded: ['**/*.postgres.test.ts', '**/!(*.pglite|*.engines).test.ts'],
}
const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : process.env.ENGINE_TESTS_ONLY ? 'embedded' : 'PGlite'

/** What takes minutes, or a disk of its own: `npm run assault` alone has it. */
const inAssaultOnly = process.env.ASSAULT ? [] : ['**/*.assault.*test.ts']

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) }
/** Unset is production. */
const ofTheDemo = { APP_ENV: 'demo' }

export default defineConfig({
  test: {
    // Enough for a machine several times slower: a limit is there to end what hangs, not to measure.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    setupFiles: ['tests/support/fixed-seed.ts'],
    maxWorkers: process.env.CI ? 2 : undefined,
    projects: [
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'plain',
          environment: 'node',
          isolate: false,
          include: withoutDatabase,
          exclude: ['**/node_modules/**', ...(hasSpreadsheet ? [] : ['tests/contract/csv-in-a-spreadsheet.test.ts'])],
          // Opening a database fails here.
          env: { TEST_DATABASE_URL: 'postgres://a-test-without-a-database.invalid/' },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          // Each has a database of its own, and none puts another module in a module's place: they may share the rest.
          isolate: false,
          include: ['api/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withoutDatabase, ...enginesLeftOut[engine], ...inAssaultOnly],
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          name: 'app',
          environment: 'happy-dom',
          include: ['app/**/*.test.tsx'],
          setupFiles: ['tests/support/testing-library.ts'],
          env: ofTheDemo,
        },
      },
      {
        extends: true,
        resolve: { alias },
        test: {
          // Without a browser's objects and without modules in the place of others, files may share all modules.
          name: 'logic',
          environment: 'node',
          isolate: false,
          include: ['app/**/*.test.ts'],
          env: ofTheDemo,
        },
      },
    ],
  },
})
