/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** What staff choose of a picture: how much larger, and where, 0 left or top to 1 right or bottom. */
export interface Frame {
  zoom: number
  x: number
  y: number
}

/** The part of a picture, in its pixels, that has this shape (width ÷ height): the largest one at a zoom of 1. */
export function partOf({ width, height }: Size, shape: number, { zoom, x, y }: Frame) {
  const widest = Math.min(width, height * shape)
  const part = { width: widest / zoom, height: widest / shape / zoom }
  return { ...part, left: (width - part.width) * x, top: (height - part.height) * y }
}

const within = (share: number) => Math.min(1, Math.max(0, share))

/** The frame after the picture was dragged under it by a share of the part that is seen. */
export function dragged(picture: Size, shape: number, frame: Frame, by: { x: number; y: number }): Frame {
  const part = partOf(picture, shape, frame)
  const moved = (at: number, share: number, seen: number, whole: number) =>
    whole - seen < 1 ? at : within(at - (share * seen) / (whole - seen))
  return {
    zoom: frame.zoom,
    x: moved(frame.x, by.x, part.width, picture.width),
    y: moved(frame.y, by.y, part.height, picture.height),
  }
}
