import type { FloorKind } from '@vermilion/contract/scenes'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { createCarpet } from './carpet.ts'
import { createConcrete } from './concrete.ts'
import type { Floor } from './floor.ts'
import { createLaminate } from './laminate.ts'
import { createMarble } from './marble.ts'
import { createTile } from './tile.ts'
import { createWood } from './wood.ts'

export const floors = {
  wood: createWood,
  laminate: createLaminate,
  tile: createTile,
  carpet: createCarpet,
  concrete: createConcrete,
  marble: createMarble,
} as const satisfies Record<FloorKind, (random: Random, noise: Noise) => Floor>
