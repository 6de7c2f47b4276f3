/** The specification's size of a place photo, in pixels. */
const side = 200

/** The maps service's photo of a place, 200 × 200; '' without a reference or an API key. */
export function placePhotoUrl(reference: string | null | undefined, key: string | null): string {
  if (!reference || !key) return ''
  const search = new URLSearchParams({
    maxwidth: String(side),
    maxheight: String(side),
    photo_reference: reference,
    key,
  })
  return `https://maps.googleapis.com/maps/api/place/photo?${search}`
}
