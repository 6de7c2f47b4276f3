// Holds a data folder for `npm start`, which may run on a Node without locks, until it is ended with it. Exit code 1: in
// use; 3: it holds data of the other kind.
import { DataDirBusyError, DataDirError, holdDataDir, requireKind } from '../api/db/data-dir.ts'

const [dataDir = '', environment] = process.argv.slice(2)
try {
  holdDataDir(dataDir, 'start.lock')
  requireKind(dataDir, environment === 'trial' ? 'trial' : 'demo')
} catch (error) {
  if (!(error instanceof DataDirError)) throw error
  process.exit(error instanceof DataDirBusyError ? 1 : 3)
}
process.stdout.write('held\n')
setInterval(() => {}, 2 ** 30)
