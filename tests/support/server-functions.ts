import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BuiltFunction {
  name: string
  url: string
}

/** The server functions of a Node build, by its folder. */
export function functionsOf(dist: string): BuiltFunction[] {
  const assets = join(dist, 'server/assets')
  const code = readdirSync(assets).map((file) => readFileSync(join(assets, file), 'utf8'))
  return [...code.join('\n').matchAll(/createServerRpc\(\{\s*id: "(\w+)",\s*name: "(\w+)"/g)].map(
    ([, id, name = '']) => ({ name, url: `/_serverFn/${id}` }),
  )
}
