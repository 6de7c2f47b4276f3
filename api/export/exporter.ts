import { and, eq, sql } from 'drizzle-orm'
import { scopeOf } from '#contract/permissions.ts'
import type { Database, Db } from '../db/client.ts'
import { interruptible } from '../db/interruptible.ts'
import { dataExport } from '../db/schema/data-export.ts'
import { staff } from '../db/schema/organisation.ts'
import { attemptStep, endedTwice } from '../db/step-attempts.ts'
import type { Sealing } from '../lib/sealing.ts'
import type { Log } from '../process/log.ts'
import type { Storage } from '../storage/storage.ts'
import { ExportRefused, zipTarget } from './archive.ts'
import { recordInAudit } from './audit.ts'
import { expiryOf, partWriter } from './parts.ts'
import { writeExport } from './write-export.ts'

export interface ExportJob {
  exportId: string
}

interface ExporterOptions {
  database: Database
  storage: Storage
  sealing: Sealing
  clock: () => Date
  log: Pick<Log, 'failure'>
  /** The process is to end: the export is left to be begun again. */
  stopping?: AbortSignal
  /** Another process, for tests. */
  process?: string
}

/**
 * Makes the zip that somebody has requested, in one transaction: its parts are there when it is ready, and with them
 * its row in the log. Its person must still be allowed to.
 */
export const exporter =
  ({ database: { db }, storage, sealing, clock, log, stopping, process }: ExporterOptions) =>
  async ({ exportId }: ExportJob): Promise<void> => {
    const isDone = await attemptStep(db, { step: `export ${exportId}`, now: clock(), process }, async () => {
      try {
        await db.transaction((tx) => make(interruptible(tx, stopping), exportId), { isolationLevel: 'repeatable read' })
      } catch (error) {
        // The job is begun again by the next process.
        if (stopping?.aborted) throw error
        const isForStaff = error instanceof ExportRefused
        const wasMaking = await fail(isForStaff ? error.message : '出力に失敗しました。もう一度お試しください。')
        // One that was removed meanwhile has failed as it should.
        if (!isForStaff && wasMaking) log.failure({ requestId: `export ${exportId}`, route: 'export', error })
      }
    })
    if (!isDone) await fail(endedTwice)

    async function fail(failure: string): Promise<boolean> {
      const failed = await db
        .update(dataExport)
        .set({ state: 'failed', failure })
        .where(and(eq(dataExport.id, exportId), eq(dataExport.state, 'making')))
        .returning({ id: dataExport.id })
      return failed.length > 0
    }

    async function make(tx: Db, id: string) {
      // Of two processes one does it. Without a lock of the row, which whoever removes it would wait for.
      const { rows: held } = await tx.execute<{ held: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${`data_export ${id}`}, 0)) as held`,
      )
      const [requested] = await tx
        .select({ of: dataExport, role: staff.role, isAdmin: staff.isAdmin, status: staff.status })
        .from(dataExport)
        .innerJoin(staff, eq(staff.id, dataExport.staffId))
        .where(and(eq(dataExport.id, id), eq(dataExport.state, 'making')))
      if (!held[0]?.held || !requested) return
      const { staffId, withHealthDays, reason } = requested.of
      if (requested.status !== 'active' || !scopeOf(requested, 'data.export')) {
        throw new ExportRefused('権限がなくなったため、中止しました。')
      }
      const now = clock()
      const parts = partWriter(tx, sealing, { exportId: id, staffId })
      const manifest = await writeExport(tx, zipTarget(parts.write), { storage, now, withHealthDays })
      const rows = manifest.files.reduce((sum, file) => sum + (file.rows ?? 0), 0)
      await tx
        .update(dataExport)
        .set({ state: 'ready', rows, ...(await parts.end()), expiresAt: expiryOf(now) })
        .where(eq(dataExport.id, id))
      await recordInAudit(tx, {
        ...{ action: 'clubExported', manifest, now, reason, actor: { staffId, role: requested.role } },
      })
    }
  }
