import { expect, test } from 'vitest'
import { letterboxPixels } from './resample.ts'

const image = { width: 7, height: 5 }
const rgb = Uint8Array.from({ length: 105 }, (_, at) => {
  const [x, y, channel] = [Math.floor(at / 3) % 7, Math.floor(at / 21), at % 3]
  return (x * 53 + y * 91 + channel * 37) % 256
})

/** Reds of OpenCV 5.0 (`INTER_LINEAR`) and Pillow 13 (`BILINEAR`) for the same picture. */
test.each([
  ['opencv', 3, 2, [103, 227, 95, 75, 135, 66]],
  ['antialiased', 3, 2, [112, 147, 116, 120, 124, 126]],
  ['opencv', 4, 4, [31, 124, 189, 53, 145, 142, 94, 167, 99, 95, 188, 121, 116, 181, 78, 139]],
  ['antialiased', 4, 4, [51, 133, 146, 66, 152, 153, 122, 163, 109, 110, 157, 127, 113, 142, 89, 122]],
] as const)('R2.33 %s to %i × %i is what that library makes of it', (resampling, width, height, reds) => {
  const bytes = letterboxPixels(rgb, image, { width, height }, { fit: 'stretch', resampling })
  expect(reds.map((_, at) => bytes[at * 3])).toEqual([...reds])
})

test('R2.33 what opencv leaves of a letterbox is gray, and an enlarged picture is what it makes of it, too', () => {
  const bytes = letterboxPixels(rgb, image, { width: 14, height: 20 }, { resampling: 'opencv', grey: 114 })
  expect([bytes[0], bytes[5 * 14 * 3 - 1], bytes[15 * 14 * 3]]).toEqual([114, 114, 114])
  expect([bytes[5 * 14 * 3], bytes[(15 * 14 - 1) * 3]]).toEqual([rgb[0], rgb[102]])
})
