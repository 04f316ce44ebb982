import type { Surface } from '../materials/surface.ts'

/** Writes the surface at a point (meters); detail finer than `footprint` (meters) must fade. */
export type Floor = (x: number, z: number, footprint: number, out: Surface) => void
