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
  /** Red, green, blue bytes, row by row. */
  readonly pixels: Uint8Array
  /** Per pixel: 0, or the label's place in `sceneLabels` plus one. */
  readonly mask: Uint8Array
  /** Per pixel: 0, or the place in `objects` plus one. */
  readonly instances: Uint16Array
  readonly objects: readonly SceneObject[]
  /** Per pixel: metres to what it shows, along the camera's line of sight. Null unless asked for. */
  readonly depths: Float32Array | null
}

export interface RenderingOptions {
  readonly attempt?: number
  readonly withDepths?: boolean
  /** Is laid instead of the scene's own floor, and changes nothing else: the truth is the same. */
  readonly floorPicture?: FloorPicture | null
}

/**
 * Renders one image of a set and the truth about it. Pure: the same seed, size and index give the same bytes, whatever
 * the count; no image depends on another. Another `attempt` is another scene. Memory: about 35 bytes a pixel, and 4
 * more with depths.
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
