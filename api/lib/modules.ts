import { readdirSync } from 'node:fs'

/** What the files of a folder export, in the order of their names. `folder` ends in a slash. */
export const modulesIn = <Exports>(folder: URL): Promise<Exports[]> =>
  Promise.all(
    readdirSync(folder)
      .sort()
      .map((file) => import(new URL(file, folder).href)),
  )
