import { boundsOf, placeBody } from './bodies/body.ts'
import type { Body, PlacedBody } from './bodies/body.ts'
import { paintBackdrop } from './rendering/backdrop.ts'
import { createCamera } from './rendering/camera.ts'
import { ink } from './materials/colour.ts'
import type { ObjectKind, SceneConfig, SceneLabel, SceneObject } from '@vermilion/contract/scenes'
import { floors } from './floors/registry.ts'
import { layRug } from './floors/rug.ts'
import { createFrame } from './rendering/frame.ts'
import { lights } from './rendering/light.ts'
import { paintBody } from './rendering/march.ts'
import { paintStain } from './rendering/stain.ts'
import type { Stain } from './rendering/stain.ts'
import { createNoise } from './materials/noise.ts'
import type { Noise } from './materials/noise.ts'
import { animals, clutter, stains } from './objects/registry.ts'
import { createPlacer } from './room/placer.ts'
import type { Needs, Spot } from './room/placer.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'
import { createRoom } from './room/room.ts'
import type { SceneRoom } from './room/room.ts'
import { scenes } from './room/registry.ts'
import { develop } from './rendering/sensor.ts'
import { castShadow } from './rendering/shadow.ts'
import { createSurface } from './materials/surface.ts'
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
}

type BodyPosition = (needs: Needs) => Spot

interface Painted {
  readonly label: SceneLabel
  readonly kind: ObjectKind
}

function createSceneRoom(config: SceneConfig, random: Random, noise: Noise): SceneRoom {
  const scene = scenes[random.pick(config.scenes)]
  const kind = random.pick(config.floors ?? scene.floors)
  const plain = floors[kind](random.fork(), noise)
  const withRug = random.chance(kind === 'carpet' ? 0 : scene.rug)
  return createRoom(
    withRug ? layRug(plain, random.fork(), noise) : plain,
    ink(random.pick(scene.walls)),
    random.fork(),
    noise,
  )
}

/** Places a body, more often than not with its face to the camera (which lies towards -z). */
function putBody(body: Body, least: number, most: number, findSpot: BodyPosition, random: Random): PlacedBody {
  const bounds = boundsOf(body)
  const spot = findSpot({ radius: bounds.radius * body.unit, middleY: bounds.y * body.unit, least, most })
  const heading = -Math.PI / 2 + random.between(-1, 1) * (random.chance(0.7) ? 1.9 : Math.PI)
  return placeBody(body, spot.x, spot.z, heading, body.unit * spot.zoom)
}

/** Dirt that can be told from the floor under it: the first of a few that differs enough, else the one that does most. */
function pickVisible(interior: SceneRoom, spot: Spot, create: () => Stain): Stain {
  const under = createSurface()
  interior.floor(spot.x, spot.z, 0.1, under)
  const contrast = ({ colour: [red, green, blue] }: Stain): number =>
    Math.abs(Math.sqrt(red) - Math.sqrt(under.red)) +
    Math.abs(Math.sqrt(green) - Math.sqrt(under.green)) +
    Math.abs(Math.sqrt(blue) - Math.sqrt(under.blue))
  let best = create()
  for (let tries = 0; tries < 5 && contrast(best) < 0.75; tries += 1) {
    const other = create()
    if (contrast(other) > contrast(best)) best = other
  }
  return best
}

/**
 * Renders one image of a set and the truth about it. Pure: the same seed, size and index give the same bytes, whatever
 * the count; no image depends on another. Another `attempt` is another scene. Memory: about 35 bytes a pixel.
 */
export function renderScene(config: SceneConfig, index: number, attempt = 0): RenderedScene {
  const { width, height } = config
  const random = attempt === 0 ? createRandom(config.seed, index) : createRandom(config.seed, index, attempt)
  const noise = createNoise(random.fork())
  const camera = createCamera(width, height, random.pick(config.views), random.fork())
  const interior = createSceneRoom(config, random.fork(), noise)
  const frame = createFrame(camera, lights[random.pick(config.light)](random.fork()))
  const findSpot = createPlacer(camera, interior, random.fork())

  const painted: Painted[] = []
  const bodies: { placedBody: PlacedBody; owner: number }[] = []
  const someOf = <Kind extends ObjectKind>(
    range: readonly [number, number],
    kinds: readonly Kind[],
    put: (kind: Kind) => void,
  ): void => {
    for (let left = random.integer(...range); left > 0; left -= 1) put(random.pick(kinds))
  }
  const putAnimal = (label: SceneLabel, kind: keyof typeof animals, least: number, most: number): void => {
    painted.push({ label, kind })
    const body = animals[kind](random.fork(), noise)
    bodies.push({ placedBody: putBody(body, least, most, findSpot, random), owner: painted.length })
  }
  someOf(config.animals, config.animalKinds, (kind) => putAnimal('animal', kind, 0.24, 0.42))
  someOf(config.smallAnimals, config.smallAnimalKinds, (kind) => putAnimal('small-animal', kind, 0.075, 0.15))

  const dirt: (() => void)[] = []
  someOf(config.dirt, config.dirtKinds, (kind) => {
    painted.push({ label: 'dirt', kind })
    const owner = painted.length
    const spot = findSpot({ radius: 0.08, middleY: 0, least: 0.065, most: 0.14 })
    const stain = pickVisible(interior, spot, () => stains[kind](random.fork(), noise))
    dirt.push(() => paintStain(frame, interior, stain, spot.x, spot.z, spot.zoom, owner))
  })
  for (let left = random.integer(...config.clutter); left > 0; left -= 1) {
    bodies.push({
      placedBody: putBody(random.pick(clutter)(random.fork(), noise), 0.06, 0.3, findSpot, random),
      owner: 0,
    })
  }

  for (const { placedBody } of bodies) castShadow(frame, placedBody)
  paintBackdrop(frame, interior)
  for (const paint of dirt) paint()
  bodies.sort((one, other) => other.placedBody.middleZ - one.placedBody.middleZ)
  for (const { placedBody, owner } of bodies) paintBody(frame, placedBody, noise, owner)

  const pixels = develop(frame.colour, width, height, frame.light.exposure, config.noise, random.fork())
  return { width, height, pixels, ...readTruth(frame.owners, width, painted) }
}
