/** A postal code, with its hyphen or without, as screens show it: `〒160-0022`. Anything else stays as it is behind the sign. */
export const zipText = (zip: string) => `〒${zip.replace(/^(\d{3})-?(\d{4})$/, '$1-$2')}`
