const colour = process.stdout.isTTY && !process.env.NO_COLOR

/** @param {string} code @param {string} text */
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)

/** @param {string} text */
export const bold = (text) => paint('1', text)
/** @param {string} text */
export const dim = (text) => paint('2', text)
/** @param {string} text */
export const green = (text) => paint('32', text)
/** @param {string} text */
export const red = (text) => paint('31', text)

/** @param {string} text */
export const say = (text) => void process.stdout.write(`${text}\n`)
/** @param {string} text */
export const complain = (text) => void process.stderr.write(`${text}\n`)

/** A failure with a sentence for the person at the keyboard: printed as one line, never as a stack. */
export class Refusal extends Error {}

/** Columns that `text` takes in a terminal: kana, kanji and full-width forms take two. @param {string} text */
const columnsOf = (text) =>
  [...text].reduce(
    (sum, char) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(char)
        ? 2
        : 1),
    0,
  )

/** Rows as an aligned table. @param {string[][]} rows */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - columnsOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/**
 * A line that grows in place on a terminal, and a line every few seconds where there is none.
 * @param {string} label
 */
export function progressBar(label) {
  const started = Date.now()
  let printed = 0
  return {
    /** @param {number} done 0 to 1 @param {string} [detail] */
    update(done, detail = '') {
      const share = Math.min(1, Math.max(0, done))
      const percent = `${String(Math.floor(share * 100)).padStart(3)}%`
      if (process.stdout.isTTY) {
        const filled = Math.round(share * 24)
        process.stdout.write(
          `\r\u001b[K${label} ${'█'.repeat(filled)}${'░'.repeat(24 - filled)} ${percent} ${dim(detail)}`,
        )
      } else if (Date.now() - printed > 5000) {
        printed = Date.now()
        say(`${label} ${percent} ${detail}`.trimEnd())
      }
    },
    /** Ends the line with the time it took. */
    end() {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      process.stdout.write(`${process.stdout.isTTY ? '\r\u001b[K' : ''}${green('✓')} ${label} ${dim(`${seconds}秒`)}\n`)
    },
  }
}
