import { toDisplay } from '../materials/colour.ts'
import type { Random } from '../random.ts'

const levels = 4096
const brightest = 6

/** Tone curve from exposed linear light to bytes: highlights roll off, shadows keep some contrast. */
function createCurve(): Uint8Array {
  return Uint8Array.from({ length: levels + 1 }, (_, level) => {
    const light = (level / levels) * brightest
    const rolled = (light * (1 + light / 9)) / (1 + light * 0.72)
    const display = Math.min(1, toDisplay(Math.min(1, rolled)))
    const contrast = display + 0.22 * (display - 0.5) * display * (1 - display) * 2
    return Math.round(Math.min(1, Math.max(0, contrast)) * 255)
  })
}
const curve = createCurve()

function meter(colour: Float32Array, target: number): number {
  const stride = Math.max(1, Math.floor(colour.length / 3 / 4096))
  let sum = 0
  let samples = 0
  for (let offset = 0; offset < colour.length; offset += stride * 3) {
    sum += Math.min(2, 0.25 * colour[offset]! + 0.6 * colour[offset + 1]! + 0.15 * colour[offset + 2]!)
    samples += 1
  }
  return target / Math.max(1e-3, sum / samples)
}

function soften(colour: Float32Array, start: number, step: number, length: number, side: number): void {
  const middle = 1 - 2 * side
  for (let channel = 0; channel < 3; channel += 1) {
    let previous = colour[start + channel]!
    for (let index = 0; index < length; index += 1) {
      const at = start + channel + index * step
      const here = colour[at]!
      const after = index + 1 < length ? colour[at + step]! : here
      colour[at] = here * middle + (previous + after) * side
      previous = here
    }
  }
}

function blur(colour: Float32Array, width: number, height: number, side: number): void {
  for (let row = 0; row < height; row += 1) soften(colour, row * width * 3, 3, width, side)
  for (let column = 0; column < width; column += 1) soften(colour, column * 3, width * 3, height, side)
}

/** Sum of four random bytes around zero: nearly normal, standard deviation 1. */
const bellCurve = (bits: number): number =>
  ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / 147.8

/** Lens softness, vignetting, exposure, tone curve and noise (stronger in low light, weaker in chroma than in luminance). */
export function develop(
  colour: Float32Array,
  width: number,
  height: number,
  exposure: number,
  noise: number,
  random: Random,
): Uint8Array {
  blur(colour, width, height, random.between(0.03, 0.15) * Math.min(1.4, Math.sqrt(width * height) / 420))
  const gain = meter(colour, exposure) * random.between(0.9, 1.1)
  const vignette = random.between(0.12, 0.38)
  const tintRed = random.between(0.97, 1.03)
  const tintBlue = random.between(0.97, 1.03)
  const pixels = new Uint8Array(width * height * 3)
  const grain = noise * (exposure < 0.28 ? 0.05 : 0.03)
  const toLevel = levels / brightest
  for (let row = 0; row < height; row += 1) {
    const dy = (2 * row + 1) / height - 1
    for (let column = 0; column < width; column += 1) {
      const dx = (2 * column + 1) / width - 1
      const offset = (row * width + column) * 3
      const fall = gain * (1 - vignette * (dx * dx + dy * dy) * 0.5)
      const red = colour[offset]! * fall * tintRed
      const green = colour[offset + 1]! * fall
      const blue = colour[offset + 2]! * fall * tintBlue
      const bits = random.bits()
      const spread = grain * (0.1 + Math.sqrt(green))
      const luma = bellCurve(bits) * spread
      const chroma = bellCurve(scatter(bits)) * spread * 0.5
      pixels[offset] = curve[level((red + luma + chroma) * toLevel)]!
      pixels[offset + 1] = curve[level((green + luma) * toLevel)]!
      pixels[offset + 2] = curve[level((blue + luma - chroma) * toLevel)]!
    }
  }
  return pixels
}

const scatter = (bits: number): number => Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d) >>> 0
const level = (value: number): number => (value < 0 ? 0 : value > levels ? levels : value | 0)
