/** Whether the API has hidden it from this person: then it is no link. */
export const isMasked = (contact: string) => contact.includes('*')

/** `〒160-0022`. */
export const zipText = (zip: string) => `〒${zip.replace(/^(\d{3})-?(\d{4})$/, '$1-$2')}`
