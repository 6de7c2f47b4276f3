import { join } from 'node:path'
import type { Plugin } from 'vite'

const createIcon = join(import.meta.dirname, '../app/components/ui/create-icon.tsx')

/**
 * In the browser's build an icon is its strokes. lucide's own way from them to an svg element knows contexts, aliases and
 * attribute names of other libraries, 0.9 kB, and gives each stroke a random key that it needs only in development.
 */
export const plainIcons: Plugin = {
  name: 'plain-icons',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/.*\.mjs$/ },
    handler(code) {
      // An old name of an icon, or the list of all.
      if (!code.includes('createLucideIcon')) return
      const plain = code.replace("'../createLucideIcon.mjs'", JSON.stringify(createIcon))
      if (plain === code) this.error('lucide makes its icons otherwise than build/icons.ts expects.')
      return { code: plain.replaceAll(/,\s+key: "\w+"/g, ''), map: null }
    },
  },
}
