import { paddingGrey } from '@vermilion/contract/detection/letterbox'
import type { Truth } from '@vermilion/contract/detection/prediction'
import { boxArea, boxWithin, type Box } from '@vermilion/contract/labels/box'
import type { Random } from '../random.ts'

/** A random augmentation: mirroring, scaling about the center, translation, and factors on the colors. */
export interface View {
  mirrored: boolean
  scale: number
  moveX: number
  moveY: number
  /** Factor and offset per channel, for values from 0 to 1. */
  gain: readonly [number, number, number]
  shift: readonly [number, number, number]
}

/** Identity, for validation and inference. */
export const plainView: View = { mirrored: false, scale: 1, moveX: 0, moveY: 0, gain: [1, 1, 1], shift: [0, 0, 0] }

/** Random training view: mirroring, scale of 60 % to 150 %, translation up to 15 %, light and tint. */
export function randomView(random: Random, inputSize: number): View {
  const between = (low: number, high: number) => low + (high - low) * random.uniform()
  const mirrored = random.uniform() < 0.5
  const scale = 2 ** between(Math.log2(0.6), Math.log2(1.5))
  const moveX = between(-0.15, 0.15) * inputSize
  const moveY = between(-0.15, 0.15) * inputSize
  const light = between(0.7, 1.3)
  const brightness = between(-0.08, 0.08)
  const tint = () => light * between(0.9, 1.1)
  return { mirrored, scale, moveX, moveY, gain: [tint(), tint(), tint()], shift: [brightness, brightness, brightness] }
}

/** Transforms an input box; null when too little of it stays inside. */
export function viewBox(box: Box, view: View, inputSize: number): Box | null {
  const centre = inputSize / 2
  const x = view.mirrored ? inputSize - box.x - box.width : box.x
  const moved = {
    x: (x - centre) * view.scale + centre + view.moveX,
    y: (box.y - centre) * view.scale + centre + view.moveY,
    width: box.width * view.scale,
    height: box.height * view.scale,
  }
  const inside = boxWithin(moved, { width: inputSize, height: inputSize })
  return inside && boxArea(inside) > 0.3 * boxArea(moved) && Math.min(inside.width, inside.height) >= 1 ? inside : null
}

export function viewTruth(truth: readonly Truth[], view: View, inputSize: number): Truth[] {
  return truth.flatMap(({ labelIndex, box }) => {
    const visibleBox = viewBox(box, view, inputSize)
    return visibleBox ? [{ labelIndex, box: visibleBox }] : []
  })
}

/** Source pixels and interpolation weight of each target pixel along an axis. */
function sources(inputSize: number, scale: number, move: number, mirrored: boolean) {
  const first = new Int32Array(inputSize)
  const share = new Float32Array(inputSize)
  const centre = inputSize / 2
  for (let i = 0; i < inputSize; i++) {
    const unmoved = (i + 0.5 - move - centre) / scale + centre
    const at = (mirrored ? inputSize - unmoved : unmoved) - 0.5
    first[i] = Math.floor(at)
    share[i] = at - first[i]!
  }
  return { first, share }
}

/** Three planes (red, green, blue) from 0 to 1, from rows of 3-byte pixels. Pixels outside the image are padding gray. */
export function drawView(rgb: Uint8Array, view: View, inputSize: number, out: Float32Array, offset: number): void {
  const across = sources(inputSize, view.scale, view.moveX, view.mirrored)
  const down = sources(inputSize, view.scale, view.moveY, false)
  const plane = inputSize * inputSize
  const byte = (x: number, y: number, channel: number) =>
    x < 0 || y < 0 || x >= inputSize || y >= inputSize ? paddingGrey : rgb[(y * inputSize + x) * 3 + channel]!
  for (let channel = 0; channel < 3; channel++) {
    const gain = view.gain[channel]! / 255
    const shift = view.shift[channel]!
    let to = offset + channel * plane
    for (let i = 0; i < inputSize; i++) {
      const y = down.first[i]!
      const lower = down.share[i]!
      const inside = y >= 0 && y + 1 < inputSize
      for (let j = 0; j < inputSize; j++) {
        const x = across.first[j]!
        const right = across.share[j]!
        let top: number
        let bottom: number
        if (inside && x >= 0 && x + 1 < inputSize) {
          const at = (y * inputSize + x) * 3 + channel
          const under = at + inputSize * 3
          top = rgb[at]! + right * (rgb[at + 3]! - rgb[at]!)
          bottom = rgb[under]! + right * (rgb[under + 3]! - rgb[under]!)
        } else {
          top = byte(x, y, channel) * (1 - right) + byte(x + 1, y, channel) * right
          bottom = byte(x, y + 1, channel) * (1 - right) + byte(x + 1, y + 1, channel) * right
        }
        const value = (top + lower * (bottom - top)) * gain + shift
        out[to] = value < 0 ? 0 : value > 1 ? 1 : value
        to += 1
      }
    }
  }
}
