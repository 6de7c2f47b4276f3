const code = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma, openArray, openObject, closeArray, closeObject] = [...'"\\,[{]}'].map(code)

/**
 * Whether JSON text is small enough to be parsed: nested at most `depth` levels deep, with at most `values` values in
 * its arrays and objects. One pass that skips strings and stops at the limit, so that parsing a huge text is avoided.
 * Does not validate the JSON.
 */
export function isBoundedJson(text: string, { depth, values }: { depth: number; values: number }): boolean {
  let open = 0
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === closeArray || character === closeObject) open -= 1
    else if (character === comma) seen += 1
    else if (character === openArray || character === openObject) {
      seen += 1
      open += 1
    }
    if (open > depth || seen > values) return false
  }
  return true
}

/** The end of the string that starts at `start`; the text's end if it is unterminated. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before -= 1
  return (at - before) % 2 === 0
}
