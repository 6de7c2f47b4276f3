/** What the URL of a new record's form may say: the id of the record that it is a copy of. */
export interface CopySearch {
  from?: string
}

/** Reads it from a URL; an invalid id is dropped. */
export const copySearch = ({ from }: Record<string, unknown>): CopySearch => ({
  from: /^[1-9]\d{0,9}$/.test(String(from)) ? String(from) : undefined,
})
