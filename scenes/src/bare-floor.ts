import type { FloorKind, LightKind } from '@vermilion/contract/scenes'
import { floors } from './floors/registry.ts'
import { toDisplay } from './materials/colour.ts'
import { createNoise } from './materials/noise.ts'
import { createSurface, setSurface } from './materials/surface.ts'
import { createRandom } from './random.ts'
import { leaningNormal, shade } from './rendering/frame.ts'
import { lights } from './rendering/light.ts'

interface BareFloor {
  readonly floor: FloorKind
  readonly light: LightKind
  /** Edge of the square in pixels, and in meters. */
  readonly size: number
  readonly metres: number
  readonly seed: number
}

const middle = { x: 0, y: 0, z: 1.2 }
const straightDown = { x: 0, y: -1, z: 0 }
/** Typical exposure of rooms; a white floor then appears white. */
const usualExposure = 0.43

/** A floor seen straight from above under uniform light: a material without shadows and perspective. RGB byte rows. Pure. */
export function renderBareFloor({ floor: kind, light: lightKind, size, metres, seed }: BareFloor, index: number) {
  const random = createRandom(seed, index)
  const noise = createNoise(random.fork())
  const floor = floors[kind](random.fork(), noise)
  const light = lights[lightKind](random.fork())
  const evenLight = { ...light, fall: (_: unknown, out: Parameters<typeof light.fall>[1]) => light.fall(middle, out) }
  const [left, top, isTurned] = [random.between(0, 20), random.between(0, 20), random.chance(0.5)]
  const surface = createSurface()
  const normal = { x: 0, y: 1, z: 0 }
  const lit = { x: 0, y: 0, z: 0 }
  setSurface(surface, [1, 1, 1], 1, 0)
  shade(evenLight, surface, middle, normal, straightDown, 1, 1, lit)
  const gain = ((light.exposure / usualExposure) * random.between(0.85, 1.1)) / Math.max(lit.x, lit.y, lit.z)
  const pixels = new Uint8Array(size * size * 3)
  const pitch = metres / size
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [x, z] = [left + (column + 0.5) * pitch, top + (row + 0.5) * pitch]
      if (isTurned) floor(z, x, pitch, surface)
      else floor(x, z, pitch, surface)
      leaningNormal(surface, normal)
      shade(evenLight, surface, middle, normal, straightDown, 1, 1, lit)
      const offset = (row * size + column) * 3
      pixels[offset] = byteOf(lit.x * gain)
      pixels[offset + 1] = byteOf(lit.y * gain)
      pixels[offset + 2] = byteOf(lit.z * gain)
    }
  }
  return pixels
}

const byteOf = (light: number): number => Math.round(255 * toDisplay(Math.min(1, Math.max(0, light))))
