// Holds a data folder for `npm start`, which may run on a Node without locks, until it is ended with it.
import { holdDataDir } from '../api/db/data-dir.ts'

holdDataDir(process.argv[2] ?? '', 'start.lock')
process.stdout.write('held\n')
setInterval(() => {}, 2 ** 30)
