import { statfs } from 'node:fs/promises'

/**
 * What stays free of a disk. The embedded database's log grows by files of 16 MB, and a commit that finds no room for
 * the next one never comes back (decision 0030).
 */
const reserveBytes = 64 * 1024 * 1024

/** Whether the folder's disk has room to write to; one that is not there yet is made with its first file. */
export async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= reserveBytes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}

/** A write that was not begun, for want of room. */
export class NoRoomError extends Error {
  readonly code = 'ENOSPC'
}

/** Of the operating system (no room, over the quota) and of PostgreSQL (disk_full). */
const diskFull = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a full disk is the cause of an error, or of its cause. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return diskFull.includes(String((error as { code?: unknown }).code)) || isDiskFull(error.cause)
}
