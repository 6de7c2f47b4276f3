// `npm run routes`: writes app/routeTree.gen.ts as a build does, without the build. The router's plugin writes it as soon as
// Vite has resolved its configuration.
import { join } from 'node:path'
import { resolveConfig } from 'vite'

await resolveConfig({ configFile: join(import.meta.dirname, '../app.config.ts'), logLevel: 'warn' }, 'build')
