import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { keptOutcome, placeOfRow } from './kept-rows.ts'
import { heldSentence } from './merge/hold.ts'
import { type Resource, resources } from './provider-rows.ts'
import { type Counts, countsOf, type WritingRows, writeKept } from './write-page.ts'

const rowsAtOnce = 500

interface Remapping {
  /** Only rows that are not here or are to be written again, and sales without their buyer. */
  isOpenOnly?: boolean
  /** Of all of them, where absent. */
  of?: readonly Resource[]
  /** After each page. */
  page?: () => Promise<void>
  done?: (resource: Resource, counts: Counts) => void
}

/** For `provider_row p`: it is not here, to be written again, or a sale of somebody who was not here yet. */
const isOpen = sql`(p.outcome <> 'written' or p.write_due or p.resource = 'purchases' and p.their_id ~ '^[0-9]{1,9}$' and exists (
  select from sale s where s.external_id = p.their_id::integer and s.member_id is null))`

/**
 * Writes the kept rows again without calling the club system, so that a corrected mapping applies to all of them; each
 * part in a transaction. Rows that are missing there are left as they are.
 */
export async function remap(
  db: Db,
  of: WritingRows,
  { isOpenOnly = false, of: those = resources, page, done }: Remapping = {},
): Promise<void> {
  for (const resource of those) {
    const counts: Counts = countsOf(new Map())
    let after = ''
    for (;;) {
      const last: string | null = await db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ id: string; keyId: string; sealed: string }>(sql`
          select their_id as id, key_id as "keyId", encode(sealed, 'base64') as sealed from provider_row p
          where brand_code = ${of.brandCode} and resource = ${resource} and their_id > ${after} and missing_since is null
            ${isOpenOnly ? sql`and ${isOpen}` : sql``}
          order by their_id limit ${rowsAtOnce}`)
        const raws = rows.flatMap(({ id, keyId, sealed }) => {
          try {
            const place = placeOfRow(of.brandCode, resource, id)
            return [{ id, raw: of.sealing.open(place, keyId, Buffer.from(sealed, 'base64')) }]
          } catch {
            // Under a key that is not here any more.
            return []
          }
        })
        await tx.execute(sql`set local app.bulk = 'on'`)
        const outcomes = await writeKept(tx, of, resource, raws)
        const kept = [...outcomes].map(([id, outcome]) => ({ id, ...keptOutcome(outcome) }))
        // Contracts are due of members who are written for the first time, or no longer; those of held members were
        // read.
        const isNews = sql`(${resource === 'members'} and (w.outcome = 'written') <> (p.outcome = 'written')
          and p.reason is distinct from ${heldSentence})`
        await tx.execute(sql`update provider_row p set outcome = w.outcome, reason = w.reason, write_due = false,
            failed_since = case when w.outcome = 'failed' then coalesce(p.failed_since, ${of.now.toISOString()}::timestamptz) end,
            contracts_due = p.contracts_due or ${isNews}, tickets_due = p.tickets_due or ${isNews}
          from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as w (id text, outcome text, reason text)
          where p.brand_code = ${of.brandCode} and p.resource = ${resource} and p.their_id = w.id`)
        const some = countsOf(outcomes)
        for (const name of Object.keys(counts) as (keyof Counts)[]) counts[name] += some[name]
        return rows.at(-1)?.id ?? null
      })
      if (last === null) break
      await page?.()
      after = last
    }
    done?.(resource, counts)
  }
}
