import { useEffect } from 'react'
import { keepPageOnDrop } from '~/lib/dropped-files'
import { keepStyles } from '~/lib/kept-styles'
import { AreaKeys } from './area-keys'
import { Arriving } from './arriving'
import { Place } from './place'
import { PrintLine } from './print-line'
import { Recorder } from './recent'
import { RightsWatch } from './rights-watch'

/** Parts of the frame that are loaded once the first screen is usable. */
export default function LateParts({ isAfterLogin }: { isAfterLogin: boolean }) {
  useEffect(() => {
    keepStyles().catch(() => {})
  }, [])
  useEffect(keepPageOnDrop, [])
  return (
    <>
      <Arriving />
      <PrintLine />
      <RightsWatch />
      <Recorder />
      <AreaKeys />
      <Place isAfterLogin={isAfterLogin} />
    </>
  )
}
