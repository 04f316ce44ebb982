import type { Coordinates } from '@vermilion/contract/auto-label/labellers'
import { type Box, boxBetween } from '@vermilion/contract/labels/box'

export interface Picture {
  readonly width: number
  readonly height: number
}

export interface Corners {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Options {
  readonly coordinates: Coordinates
  readonly shownPicture: Picture
  readonly image: Picture
}

type Certain = Exclude<Coordinates, 'auto'>

const thousand = 1_000
/** Tolerance for edges that rounding puts outside the image. */
const slack = 1.02

const extents: Readonly<Record<Certain, (shownPicture: Picture) => Picture>> = {
  unit: () => ({ width: 1, height: 1 }),
  thousandths: () => ({ width: thousand, height: thousand }),
  pixels: (shownPicture) => shownPicture,
}

export function boxesIn(corners: readonly Corners[], { coordinates, shownPicture, image }: Options): (Box | null)[] {
  const { width, height } = extents[coordinates === 'auto' ? dialectOf(corners) : coordinates](shownPicture)
  return corners.map(({ left, top, right, bottom }) => {
    const [x1, x2] = [left, right].map((edge) => edge / width)
    const [y1, y2] = [top, bottom].map((edge) => edge / height)
    if (![x1, x2, y1, y2].every((share) => share! > 1 - slack && share! < slack)) return null
    const box = boxBetween(
      { x: within(x1!) * image.width, y: within(y1!) * image.height },
      { x: within(x2!) * image.width, y: within(y2!) * image.height },
    )
    return box.width > 0 && box.height > 0 ? box : null
  })
}

const within = (share: number) => Math.min(1, Math.max(0, share))

/**
 * Shares are at most 1, and values above 1000 must be pixels. Ambiguous values count as thousandths, which the prompt asks for.
 */
function dialectOf(corners: readonly Corners[]): Certain {
  const largest = Math.max(0, ...corners.flatMap((one) => Object.values(one) as number[]))
  if (largest <= slack) return 'unit'
  return largest > thousand * slack ? 'pixels' : 'thousandths'
}
