import type { Body } from '../bodies/body.ts'
import type { AnimalKind, DirtKind, SmallAnimalKind } from '@vermilion/contract/scenes'
import type { Stain } from '../rendering/stain.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { createBall } from './ball.ts'
import { createCable } from './cable.ts'
import { createCat } from './cat.ts'
import { createCockroach } from './cockroach.ts'
import { createCrumbs } from './crumbs.ts'
import { createDog } from './dog.ts'
import { createDust } from './dust.ts'
import { createFrog } from './frog.ts'
import { createHair } from './hair.ts'
import { createLizard } from './lizard.ts'
import { createMouse } from './mouse.ts'
import { createMud } from './mud.ts'
import { createSlipper } from './slipper.ts'
import { createSpill } from './spill.ts'
import { createStool } from './stool.ts'

export type CreateStain = (random: Random, noise: Noise) => Stain
export type CreateBody = (random: Random, noise: Noise) => Body

export const stains = {
  crumbs: createCrumbs,
  dust: createDust,
  spill: createSpill,
  hair: createHair,
  mud: createMud,
} as const satisfies Record<DirtKind, CreateStain>

export const animals = {
  mouse: createMouse,
  cockroach: createCockroach,
  lizard: createLizard,
  frog: createFrog,
  cat: createCat,
  dog: createDog,
} as const satisfies Record<SmallAnimalKind | AnimalKind, CreateBody>

export const clutter: readonly CreateBody[] = [createBall, createCable, createSlipper, createStool]
