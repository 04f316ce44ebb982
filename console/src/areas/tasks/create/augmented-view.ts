import type { CSSProperties } from 'react'

export interface Augmentation {
  flip: number
  zoom: number
  colour: number
}

/** Numbers from 0 to 1, spread evenly over the pictures and alike each time. */
export const drawnNumbers = (picture: number): number[] =>
  Array.from({ length: 7 }, (_, index) => ((picture + 1) * Math.sqrt([2, 3, 5, 7, 11, 13, 17][index]!)) % 1)

/** Returns the style that shows a picture as `images/torchvision/training/augment.py` changes it, in a frame of its own proportions. */
export function augmentedView(numbers: readonly number[], { flip, zoom, colour }: Augmentation) {
  const [mirrored = 0, size = 0, across = 0, down = 0, ...factors] = numbers
  const scale = 2 ** ((2 * size - 1) * zoom)
  const offset = (part: number) => `${((-part * (1 - scale)) / scale) * 100}%`
  const [brightness, contrast, saturation] = factors.map((factor) => 1 + (2 * factor - 1) * colour)
  return {
    transform: mirrored < flip ? 'scaleX(-1)' : 'none',
    width: `${100 / scale}%`,
    left: offset(across),
    top: offset(down),
    filter: `brightness(${brightness}) contrast(${contrast}) saturate(${saturation})`,
  } satisfies CSSProperties
}

export function augmentationOf(parameters: Readonly<Record<string, unknown>>): Augmentation | undefined {
  const { flip, zoom, colour } = parameters
  return typeof flip === 'number' && typeof zoom === 'number' && typeof colour === 'number'
    ? { flip, zoom, colour }
    : undefined
}
