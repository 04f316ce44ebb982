import type { SceneConfig, SceneObject } from '@vermilion/contract/scenes'
import { composeScene, nearestFirst } from './composition.ts'
import { layFloorPicture, type FloorPicture } from './floors/floor-picture.ts'
import { paintBackdrop } from './rendering/backdrop.ts'
import { blendFringe, createFrame } from './rendering/frame.ts'
import { paintBody } from './rendering/paint-body.ts'
import { paintStain } from './rendering/stain.ts'
import { develop } from './rendering/sensor.ts'
import { castShadow } from './rendering/shadow.ts'
import { readTruth } from './truth.ts'

export interface RenderedScene {
  readonly width: number
  readonly height: number
  /** RGB bytes, row by row. */
  readonly pixels: Uint8Array
  /** Per pixel: 0, or the index in `sceneLabels` plus one. */
  readonly mask: Uint8Array
  /** Per pixel: 0, or the index in `objects` plus one. */
  readonly instances: Uint16Array
  readonly objects: readonly SceneObject[]
  /** Per pixel: depth in meters along the line of sight. Null unless requested. */
  readonly depths: Float32Array | null
}

export interface RenderingOptions {
  readonly attempt?: number
  readonly withDepths?: boolean
  /** Replaces the scene's own floor, without affecting the truth. */
  readonly floorPicture?: FloorPicture | null
}

/**
 * Renders an image of a set with its truth. Pure: seed, size and index determine the bytes, independent of count and other
 * images. Each `attempt` gives another scene. Memory: about 35 bytes per pixel, and 4 more with depths.
 */
export function renderScene(
  config: SceneConfig,
  index: number,
  { attempt = 0, withDepths = false, floorPicture = null }: RenderingOptions = {},
): RenderedScene {
  const { width, height } = config
  const composition = composeScene(config, index, attempt)
  const { camera, light, noise, stains, bodies, labeled, sensor } = composition
  const interior =
    floorPicture === null
      ? composition.interior
      : composition.layFloor(layFloorPicture(floorPicture, config.floorMetres))
  const frame = createFrame(camera, light, withDepths)
  for (const { placedBody, owner } of nearestFirst(bodies)) paintBody(frame, placedBody, noise, owner)
  for (const { placedBody } of bodies) castShadow(frame, placedBody)
  paintBackdrop(frame, interior)
  for (const { owner, ...placedStain } of stains) paintStain(frame, interior, placedStain, owner)
  blendFringe(frame)
  const pixels = develop(frame.colour, width, height, light.exposure, config.noise, sensor)
  return { width, height, pixels, depths: frame.depths, ...readTruth(frame.owners, width, labeled) }
}
