/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** A crop: zoom, and position from 0 (left, top) to 1 (right, bottom). */
export interface Frame {
  zoom: number
  x: number
  y: number
}

/** The cropped area in picture pixels for an aspect ratio (width ÷ height); the largest possible at zoom 1. */
export function partOf({ width, height }: Size, shape: number, { zoom, x, y }: Frame) {
  const widest = Math.min(width, height * shape)
  const part = { width: widest / zoom, height: widest / shape / zoom }
  return { ...part, left: (width - part.width) * x, top: (height - part.height) * y }
}

const within = (share: number) => Math.min(1, Math.max(0, share))

/** The crop after dragging the picture by a share of the visible area. */
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
