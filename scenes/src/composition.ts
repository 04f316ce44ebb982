import { boundsOf, placeBody } from './bodies/body.ts'
import type { Body, PlacedBody } from './bodies/body.ts'
import { createCamera } from './rendering/camera.ts'
import type { Camera } from './rendering/camera.ts'
import { ink } from './materials/colour.ts'
import type { ObjectKind, SceneConfig, SceneLabel } from '@vermilion/contract/scenes'
import type { Floor } from './floors/floor.ts'
import { floors } from './floors/registry.ts'
import { layRug } from './floors/rug.ts'
import { lights } from './rendering/light.ts'
import type { Light } from './rendering/light.ts'
import type { PlacedStain, Stain } from './rendering/stain.ts'
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
import { createSurface } from './materials/surface.ts'

type BodyPosition = (needs: Needs) => Spot

interface Labeled {
  readonly label: SceneLabel
  readonly kind: ObjectKind
}

interface Owned {
  readonly owner: number
}

type OwnedBody = Owned & { readonly placedBody: PlacedBody }

/** A scene before painting: objects, light and camera. */
export interface Composition {
  readonly camera: Camera
  readonly light: Light
  readonly interior: SceneRoom
  /** The interior with another floor, laid like its own. Objects were chosen for the own one. */
  readonly layFloor: (floor: Floor) => SceneRoom
  readonly noise: Noise
  readonly labeled: readonly Labeled[]
  readonly stains: readonly (Owned & PlacedStain)[]
  readonly bodies: readonly OwnedBody[]
  readonly sensor: Random
}

function createSceneRoom(config: SceneConfig, random: Random, noise: Noise) {
  const scene = scenes[random.pick(config.scenes)]
  const kind = random.pick(config.floors ?? scene.floors)
  const plain = floors[kind](random.fork(), noise)
  const withRug = random.chance(kind === 'carpet' ? 0 : scene.rug)
  const forkOfRug = withRug ? random.repeatableFork() : null
  const paint = ink(random.pick(scene.walls))
  const forkOfRoom = random.repeatableFork()
  const build = (floor: Floor): SceneRoom =>
    createRoom(forkOfRug === null ? floor : layRug(floor, forkOfRug(), noise), paint, forkOfRoom(), noise)
  return { interior: build(plain), layFloor: build }
}

/** Places a body, preferably facing the camera (towards -z). */
function putBody(body: Body, least: number, most: number, findSpot: BodyPosition, random: Random): PlacedBody {
  const bounds = boundsOf(body)
  const spot = findSpot({ radius: bounds.radius * body.unit, middleY: bounds.y * body.unit, least, most })
  const heading = -Math.PI / 2 + random.between(-1, 1) * (random.chance(0.7) ? 1.9 : Math.PI)
  return placeBody(body, spot.x, spot.z, heading, body.unit * spot.zoom)
}

/** Dirt visible on its floor: the first of a few with enough contrast, else the one with the most. */
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

/** After failed attempts, crowded scenes get smaller animals, which hide less, and larger dirt, which stays visible. */
function sizesOf(attempt: number): Record<SceneLabel, number> {
  const crowd = Math.min(1, Math.max(0, attempt - 1) / 20)
  return { animal: 1 - 0.6 * crowd, 'small-animal': 1 - 0.2 * crowd, dirt: 1 + 0.5 * crowd }
}

/** Chooses the contents of an image. Each `attempt` gives another scene. Pure. */
export function composeScene(config: SceneConfig, index: number, attempt: number): Composition {
  const { width, height } = config
  const random = attempt === 0 ? createRandom(config.seed, index) : createRandom(config.seed, index, attempt)
  const noise = createNoise(random.fork())
  const camera = createCamera(width, height, random.pick(config.views), random.fork())
  const { interior, layFloor } = createSceneRoom(config, random.fork(), noise)
  const light = lights[random.pick(config.light)](random.fork())
  const findSpot = createPlacer(camera, interior, random.fork())

  const sizes = sizesOf(attempt)
  const labeled: Labeled[] = []
  const bodies: OwnedBody[] = []
  const someOf = <Kind extends ObjectKind>(
    range: readonly [number, number],
    kinds: readonly Kind[],
    put: (kind: Kind) => void,
  ): void => {
    for (let count = random.integer(...range); count > 0; count -= 1) put(random.pick(kinds))
  }
  const putAnimal = (label: SceneLabel, kind: keyof typeof animals, least: number, most: number): void => {
    labeled.push({ label, kind })
    const body = animals[kind](random.fork(), noise)
    const size = sizes[label]
    bodies.push({ placedBody: putBody(body, least * size, most * size, findSpot, random), owner: labeled.length })
  }
  someOf(config.animals, config.animalKinds, (kind) => putAnimal('animal', kind, 0.24, 0.42))
  someOf(config.smallAnimals, config.smallAnimalKinds, (kind) => putAnimal('small-animal', kind, 0.075, 0.15))

  const dirt: (Owned & PlacedStain)[] = []
  someOf(config.dirt, config.dirtKinds, (kind) => {
    labeled.push({ label: 'dirt', kind })
    const spot = findSpot({ radius: 0.08, middleY: 0, least: 0.065 * sizes.dirt, most: 0.14 * sizes.dirt })
    const stain = pickVisible(interior, spot, () => stains[kind](random.fork(), noise))
    dirt.push({ stain, spot, owner: labeled.length })
  })
  for (let count = random.integer(...config.clutter); count > 0; count -= 1) {
    bodies.push({
      placedBody: putBody(random.pick(clutter)(random.fork(), noise), 0.06, 0.3, findSpot, random),
      owner: 0,
    })
  }
  return { camera, light, interior, layFloor, noise, labeled, stains: dirt, bodies, sensor: random.fork() }
}

export function nearestFirst(bodies: readonly OwnedBody[]): OwnedBody[] {
  return bodies.toSorted((one, other) => other.placedBody.middleZ - one.placedBody.middleZ).toReversed()
}
