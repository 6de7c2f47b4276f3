import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'

type CsvFile = typeof import('./csv-file')

/** Files are rare: their code is loaded for the first one. */
async function withCsvFile(save: (csvFile: CsvFile) => unknown) {
  try {
    await save(await import('./csv-file'))
  } catch (error) {
    // The code failed to load.
    notify.error(`CSVを出力できませんでした。${failureMessage(error).text}`)
  }
}

/** Saves a CSV answer as a file, or says why there is none. */
export const saveCsvAnswer = (request: () => Promise<Response>) => withCsvFile(({ saveCsv }) => saveCsv(request))

/** Saves another file of ours. */
export const saveFile = (file: Blob, name: string) => withCsvFile(({ offerFile }) => offerFile(file, name))

/** Saves lines of our own as a file. */
export const saveLines = (lines: readonly string[], name: string) =>
  withCsvFile(({ offerFile }) =>
    offerFile(
      new Blob([`\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`], { type: 'text/csv;charset=utf-8' }),
      name,
    ),
  )
