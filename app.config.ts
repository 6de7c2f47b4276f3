import { createHash } from 'node:crypto'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkFileNames, codeSplitting, leanEntry, noCircles } from './build/chunks.ts'

/** Of 48 bits: the same in every build. */
const functionId = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 12)

const edge = process.env.TARGET === 'edge'

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
        const isOpened = /\/app\/routes\//.test(chunk.facadeModuleId ?? '')
        // What several screens share is no dynamic entry of its own.
        if (isOpened || !chunk.isDynamicEntry) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
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
  resolve: {
    tsconfigPaths: true,
    // This package without the parts for React before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  environments: {
    client: {
      build: {
        // Read by check:entry.
        manifest: true,
        // A file is fetched by its own import, and the entry is on every page: only what a file needs besides is listed.
        modulePreload: {
          resolveDependencies: (file, needed) =>
            needed.filter((one) => one !== file && !/^assets\/(main|index|shared)-[\w-]{7}\.js$/.test(one)),
        },
        rolldownOptions: {
          output: { chunkFileNames, codeSplitting },
          treeshake: { propertyReadSideEffects: false },
        },
      },
    },
  },
  plugins: [
    tailwindcss(),
    sonnerStylesAsFile,
    compileAhead,
    leanEntry,
    noCircles,
    // Two seconds to load, and only the edge needs it.
    edge &&
      import('@cloudflare/vite-plugin').then(({ cloudflare }) => cloudflare({ viteEnvironment: { name: 'ssr' } })),
    tanstackStart({
      srcDirectory: 'app',
      // A screen's loader comes with the screen: it would ride in the entry.
      router: { codeSplittingOptions: { defaultBehavior: [['loader', 'component']] } },
      // An address that cannot be guessed is of no use here, and 64 hexadecimal digits do not compress.
      serverFns: { generateFunctionId: ({ filename, functionName }) => functionId(`${filename} ${functionName}`) },
      importProtection: { behavior: 'error', client: { files: ['**/*.server.*', 'api/**'] } },
    }),
    react(),
  ],
})
