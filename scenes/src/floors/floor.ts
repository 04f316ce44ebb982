import type { Surface } from '../materials/surface.ts'

/** Writes what the floor is like at a point (metres); detail finer than `footprint` (metres) has to fade. */
export type Floor = (x: number, z: number, footprint: number, out: Surface) => void
