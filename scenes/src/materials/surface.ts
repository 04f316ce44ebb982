import type { Rgb } from './colour.ts'

/** Surface properties at a point; written in place by floors, walls and marks, because nothing is allocated per pixel. */
export interface Surface {
  red: number
  green: number
  blue: number
  /** From 0 matte to 1 mirror. */
  gloss: number
  tiltX: number
  tiltZ: number
}

export const createSurface = (): Surface => ({ red: 0, green: 0, blue: 0, gloss: 0, tiltX: 0, tiltZ: 0 })

export function setSurface(out: Surface, colour: Rgb, factor: number, gloss: number): void {
  out.red = colour[0] * factor
  out.green = colour[1] * factor
  out.blue = colour[2] * factor
  out.gloss = gloss
  out.tiltX = 0
  out.tiltZ = 0
}

export function tint(out: Surface, colour: Rgb, amount: number): void {
  out.red += (colour[0] - out.red) * amount
  out.green += (colour[1] - out.green) * amount
  out.blue += (colour[2] - out.blue) * amount
}

export const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value)

/** Smoothstep from 0 at `from` to 1 at `to`. */
export function ramp(from: number, to: number, value: number): number {
  const fraction = clamp01((value - from) / (to - from))
  return fraction * fraction * (3 - 2 * fraction)
}

/** Coverage of a pixel of width `footprint` by a shape's inside (distance < 0). */
export const coverage = (distance: number, footprint: number): number => clamp01(0.5 - distance / footprint)

/** Coverage by a line at `distance` from its center; lines thinner than a pixel fade instead of breaking up. */
export function lineCoverage(distance: number, halfWidth: number, footprint: number): number {
  return clamp01((halfWidth - Math.abs(distance)) / footprint + 0.5) * Math.min(1, (2 * halfWidth) / footprint)
}
