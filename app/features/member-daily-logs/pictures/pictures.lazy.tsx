import type { PicturesProps } from './pictures'

export default function Drawn({ kind }: PicturesProps) {
  return <p>{kind}</p>
}
