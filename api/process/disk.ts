import { statfs } from 'node:fs/promises'

/**
 * Disk space that must stay free. The embedded database's log grows by files of 16 MB, and a commit without space for
 * the next one hangs forever (decision 0030).
 */
const reserveBytes = 64 * 1024 * 1024

/** Whether the folder's disk has space for writes; a missing folder is created with its first file. */
export async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= reserveBytes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    throw error
  }
}

/** A write that was refused for lack of space. */
export class NoRoomError extends Error {
  readonly code = 'ENOSPC'
}

/** Error codes of the operating system (no space, over quota) and of PostgreSQL (disk_full). */
const diskFull = ['ENOSPC', 'EDQUOT', '53100']

/** Whether a full disk is the cause of an error, or of its cause. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return diskFull.includes(String((error as { code?: unknown }).code)) || isDiskFull(error.cause)
}
