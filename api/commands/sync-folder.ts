import { brandCodeOf, isBrandCode } from '#contract/words/club-system.ts'
import { clubConnection } from '../db/schema/club-system.ts'
import { toTokyoDateTime } from '../lib/time.ts'
import { holdsDemo } from '../resources/club-system/repository.ts'
import { drawnBrand } from '../resources/club-system/runs-repository.ts'
import { readFolder } from '../sync/folder/files.ts'
import { performFolderRun } from '../sync/folder/perform.ts'
import { answerStudios } from '../sync/folder/studios.ts'

interface FolderOptions {
  folder: string
  brand?: string | undefined
  /** `name=code` of what shops of the files are here. */
  studio: readonly string[]
}

/** One run of a folder, with what is read and what is not as lines; the run's id. */
export async function syncFolder(of: Parameters<typeof performFolderRun>[0], { brand, ...options }: FolderOptions) {
  const { db } = of.database
  if (await holdsDemo(db)) throw new Error('見本のデータが入っているため、実際の会員は取り込めません。')
  const brandCode = await brandOf(db, brand)
  const folder = await readFolder(options.folder)
  for (const { kind, name, modifiedAt } of folder.files.values())
    console.log(`${kind}: ${name}（${toTokyoDateTime(modifiedAt).slice(0, 16).replace('T', ' ')}）`)
  for (const line of folder.passedOver) console.log(line)
  await db.transaction((tx) => answerStudios(tx, brandCode, options.studio, of.clock()))
  const { runId, openStudios } = await performFolderRun(of, brandCode, folder)
  if (openStudios.length > 0)
    console.log(`対応付けのない店舗名: ${openStudios.join('、')}（--studio で指定してください）`)
  return runId
}

/** Whose members they are: two club systems have the same numbers for different people. */
async function brandOf(db: Parameters<typeof performFolderRun>[0]['database']['db'], given: string | undefined) {
  const [connection] = await db.select({ brandCode: clubConnection.brandCode }).from(clubConnection)
  const known = (await drawnBrand(db, '')) ?? connection?.brandCode
  const brandCode = given === undefined ? known : brandCodeOf(given)
  if (brandCode === undefined || !isBrandCode(brandCode))
    throw new Error('hacomonoのブランドコードを --brand で指定してください。')
  if (known !== undefined && known !== brandCode)
    throw new Error(`この製品には、ブランドコード「${known}」の会員が取り込まれています。`)
  return brandCode
}
