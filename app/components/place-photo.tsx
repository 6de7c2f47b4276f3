import { publicConfig } from '~/lib/config'
import { placePhotoUrl } from '~/lib/place-photo'
import { Picture } from './picture'

interface PlacePhotoProps {
  reference: string | null
  alt?: string
  className?: string
}

/** Whether there are place photos: only with a key for the maps service. */
export const hasPlacePhotos = () => publicConfig().mapsKey !== null

/** The maps service's photo of a place; nothing without a key. */
export function PlacePhoto({ reference, ...picture }: PlacePhotoProps) {
  if (!hasPlacePhotos()) return null
  // The key is restricted to this site, so the origin must be sent, without paths.
  return (
    <Picture {...picture} lazy url={placePhotoUrl(reference, publicConfig().mapsKey)} referrerPolicy="strict-origin" />
  )
}
