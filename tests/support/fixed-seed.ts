import fc from 'fast-check'
import { seed } from './runs.ts'

// Of properties that do not name their number of runs.
fc.configureGlobal({ seed })
