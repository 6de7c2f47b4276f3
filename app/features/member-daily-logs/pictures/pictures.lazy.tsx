import { BodyTempPictures } from './body-temp'
import { ConditionPictures } from './condition'
import { HealthcarePictures } from './healthcare'
import { LocationPictures } from './location'
import { MenstrualPictures } from './menstrual'
import type { PicturesProps } from './pictures'

/** The charts of one kind of log. */
export default function Drawn(props: PicturesProps) {
  switch (props.kind) {
    case 'condition':
      return <ConditionPictures {...props} />
    case 'healthcare':
      return <HealthcarePictures {...props} />
    case 'location':
      return <LocationPictures {...props} />
    case 'bodyTemp':
      return <BodyTempPictures {...props} />
    case 'menstrual':
      return <MenstrualPictures {...props} />
  }
}
