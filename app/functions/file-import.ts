import { fileImport as api } from '#contract/file-import.ts'
import { exportCsv } from '~/server/export.server'
import { input, proxy } from '~/server/proxy.server'
import { readFn, writeFn } from './adminFn'

export const listImports = readFn().validator(input(api.list)).handler(proxy(api.list))
export const getImport = readFn().validator(input(api.get)).handler(proxy(api.get))
export const getImportOverview = readFn().validator(input(api.overview)).handler(proxy(api.overview))
export const listImportRows = readFn().validator(input(api.rows)).handler(proxy(api.rows))
export const exportImportRows = readFn().validator(input(api.rows)).handler(exportCsv(api.rows))
export const createImport = writeFn().validator(input(api.create)).handler(proxy(api.create))
export const findImportKind = writeFn().validator(input(api.findKind)).handler(proxy(api.findKind))
export const checkImport = writeFn().validator(input(api.check)).handler(proxy(api.check))
export const takeImportAgain = writeFn().validator(input(api.again)).handler(proxy(api.again))
export const releaseImport = writeFn().validator(input(api.release)).handler(proxy(api.release))
export const refuseImport = writeFn().validator(input(api.refuse)).handler(proxy(api.refuse))
export const writeImport = writeFn().validator(input(api.write)).handler(proxy(api.write))
export const countImportUndo = readFn().validator(input(api.undoPreview)).handler(proxy(api.undoPreview))
export const undoImport = writeFn().validator(input(api.undo)).handler(proxy(api.undo))
export const cancelImport = writeFn().validator(input(api.cancel)).handler(proxy(api.cancel))
export const removeImport = writeFn().validator(input(api.remove)).handler(proxy(api.remove))
