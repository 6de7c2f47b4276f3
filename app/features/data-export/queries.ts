import { serverQuery } from '~/data/query'
import { getDataExport } from '~/functions/data-export'

/** The user's own export, and whether they can confirm another one. */
export const dataExportQuery = serverQuery('dataExport.get', getDataExport)({})
/** Polling interval in milliseconds while one is being made. */
export const readEvery = 1_000
