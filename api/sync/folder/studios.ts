import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import { clubStudio } from '../../db/schema/club-system.ts'
import { sourceOf } from './begin.ts'
import { studioNameOf } from './rows.ts'

// Which of our shops a shop of the files is. Files have its name alone, and names are never matched automatically.

/** Keeps answers `name=code of our shop`, or `name=-` for one that is left out. Throws with a sentence. */
export async function answerStudios(tx: Db, brandCode: string, answers: readonly string[], now: Date): Promise<void> {
  for (const answer of answers) {
    const at = answer.lastIndexOf('=')
    const [name, code] = [studioNameOf(answer.slice(0, Math.max(0, at)).trim()), answer.slice(at + 1).trim()]
    if (!name || !code) throw new Error(`--studio は「店舗名=店舗コード」か「店舗名=-」で指定してください: ${answer}`)
    const shopId = code === '-' ? null : await shopOf(tx, code)
    const row = { name, choice: shopId === null ? ('leftOut' as const) : ('shop' as const), shopId, answeredAt: now }
    const others = sql`${clubStudio.brandCode} = ${sourceOf(brandCode)} and ${clubStudio.shopId} = ${shopId}
      and ${clubStudio.theirId} <> ${name}`
    const [other] = shopId === null ? [] : await tx.select({ name: clubStudio.name }).from(clubStudio).where(others)
    if (other) throw new Error(`店舗コード「${code}」は「${other.name}」と対応付いています。`)
    await tx
      .insert(clubStudio)
      .values({ brandCode: sourceOf(brandCode), theirId: name, ...row })
      .onConflictDoUpdate({ target: [clubStudio.brandCode, clubStudio.theirId], set: row })
  }
}

async function shopOf(tx: Db, code: string): Promise<string> {
  const [shop] = await rowsOf<{ id: string }>(tx, sql`select id::text from shop where code = ${code}`)
  if (!shop) throw new Error(`店舗コード「${code}」の店舗がありません。`)
  return shop.id
}

/** The names that are not mapped yet, and whether any name of the brand is mapped to a shop. */
export async function openStudios(tx: Db, brandCode: string, names: Iterable<string>) {
  const answers = await tx
    .select({ name: clubStudio.theirId, shopId: clubStudio.shopId })
    .from(clubStudio)
    .where(sql`${clubStudio.brandCode} = ${sourceOf(brandCode)}`)
  const answered = new Set(answers.map(({ name }) => name))
  return {
    open: [...names].filter((name) => !answered.has(name)).sort(),
    hasShop: answers.some(({ shopId }) => shopId !== null),
  }
}
