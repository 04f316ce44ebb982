import { toDisplay, toLinear } from '../materials/colour.ts'

/** sRGB and CIE L*a*b* with sRGB's white point (D65). L* is 0 to 100. */

/** X, Y, Z of the white point. */
const white = [0.95047, 1, 1.08883] as const
/** Threshold below which the cube root becomes linear: (6/29)³. */
const knee = 216 / 24_389
const slope = 24_389 / 27

const linear = Float64Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255))
const root = (share: number): number => (share > knee ? Math.cbrt(share) : (slope * share + 16) / 116)
const cube = (value: number): number => (value ** 3 > knee ? value ** 3 : (116 * value - 16) / slope)
const toByte = (light: number): number => Math.round(Math.min(1, Math.max(0, toDisplay(light))) * 255)

export function toLab(pixels: Uint8Array): Float32Array {
  const lab = new Float32Array(pixels.length)
  for (let offset = 0; offset < pixels.length; offset += 3) {
    const red = linear[pixels[offset]!]!
    const green = linear[pixels[offset + 1]!]!
    const blue = linear[pixels[offset + 2]!]!
    const x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / white[0])
    const y = root((0.2126729 * red + 0.7151522 * green + 0.072175 * blue) / white[1])
    const z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / white[2])
    lab[offset] = 116 * y - 16
    lab[offset + 1] = 500 * (x - y)
    lab[offset + 2] = 200 * (y - z)
  }
  return lab
}

/** RGB bytes, clamped to the gamut per channel. */
export function fromLab(lab: Float32Array): Uint8Array {
  const pixels = new Uint8Array(lab.length)
  for (let offset = 0; offset < lab.length; offset += 3) {
    const middle = (lab[offset]! + 16) / 116
    const x = cube(middle + lab[offset + 1]! / 500) * white[0]
    const y = cube(middle) * white[1]
    const z = cube(middle - lab[offset + 2]! / 200) * white[2]
    pixels[offset] = toByte(3.2404542 * x - 1.5371385 * y - 0.4985314 * z)
    pixels[offset + 1] = toByte(-0.969266 * x + 1.8760108 * y + 0.041556 * z)
    pixels[offset + 2] = toByte(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)
  }
  return pixels
}
