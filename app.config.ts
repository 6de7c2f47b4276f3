import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const edge = process.env.TARGET === 'edge'

/**
 * What the entry needs becomes one file: tiny chunks are a tax of round trips (docs/decisions/0006). A chunk that needs
 * nothing of it, such as a library imported on its own, would make rolldown put its runtime into one more file.
 */
const inMainChunk = (id: string) =>
  /node_modules\/(react|react-dom|scheduler|seroval|seroval-plugins|cookie-es|use-sync-external-store|@tanstack\/(?!react-table|table-core|react-virtual|virtual-core|react-form|form-core|devtools-event-client|pacer-lite)[^/]+)\//.test(
    id,
  ) ||
  (!id.includes('node_modules') && /\/(app\/|contract\/(errors|permissions|kpi)\.ts)/.test(id) && !onDemand.test(id)) ||
  // Chunks of a hundred bytes: more than one screen has them.
  /\/components\/(charts\/sparkline|record\/facts)\./.test(id) ||
  /lucide-react\/dist\/esm\/icons\/(chevron-(left|right)|download|eye|eye-off)\./.test(id) ||
  id.includes('rolldown/runtime')

/** What every list needs, in one file; its menus and the virtualiser stay on demand. */
const inListChunk = (id: string) =>
  /\/app\/(components\/resource-table\/(?!csv|saved-views|.*\.lazy)|shop\/shop-not-found)/.test(id) ||
  /node_modules\/@tanstack\/(react-table|table-core)\//.test(id)

/** Leaves, and whatever waits for a pointer or an idle moment. */
const onDemand =
  /\/app\/(features|routes\/(_signed-in\/_page\/|login)|components\/(ui\/(dropdown-menu|popover|command|modal)|charts|confirm-dialog|resource-form|record|fields|rich-text|image-drop|resource-table|sheet)|functions\/mutation|shop\/shop-not-found|lib\/(image|upload-fetch)|auth\/firebase)|\.lazy\./

/**
 * V8 compiles the functions of a file that begins so while it streams in, off the main thread, instead of one by one as
 * they are called. Most of what the entry and a screen hold is called at once; other engines read a comment.
 */
const compileAhead: Plugin = {
  name: 'compile-ahead',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // After Vite has put its list of preloads before everything else: the comment must come first.
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const isScreen = /\/app\/routes\//.test(chunk.facadeModuleId ?? '')
        // What several screens share is no dynamic entry of its own.
        if (isScreen || !chunk.isDynamicEntry) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      }
    },
  },
}

/** sonner writes its rules through a style element, which the CSP forbids; the toaster imports the same rules as a file. */
const sonnerStylesAsFile: Plugin = {
  name: 'sonner-styles-as-file',
  transform: {
    filter: { id: /\/sonner\/dist\/index\.mjs/ },
    handler: (code) => code.replace(/^__insertCSS\(.*\);?$/m, ''),
  },
}

export default defineConfig({
  build: { outDir: edge ? 'dist-edge' : 'dist' },
  resolve: { tsconfigPaths: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'main', test: inMainChunk },
                { name: 'list', test: inListChunk },
              ],
            },
          },
        },
      },
    },
  },
  plugins: [
    tailwindcss(),
    sonnerStylesAsFile,
    compileAhead,
    edge && cloudflare({ viteEnvironment: { name: 'ssr' } }),
    tanstackStart({
      srcDirectory: 'app',
      server: { build: { inlineCss: true } },
      importProtection: { behavior: 'error', client: { files: ['**/*.server.*', 'api/**'] } },
    }),
    react(),
  ],
})
