/**
 * The proofs that a run is about: the first circle, which every change must pass; every day's, which are the first circle
 * and all that is beside it; or the long ones alone, which take minutes. The configurations of both runners read it from
 * `VERMILION_PROOFS`; a single file that somebody runs by hand is one of every day's.
 */
export type Proofs = 'first' | 'everyday' | 'long'

export function proofs(): Proofs {
  const named = process.env['VERMILION_PROOFS']
  return named === 'first' || named === 'long' ? named : 'everyday'
}

/** Long proofs of Vitest are known by their name, and those of Playwright by their tag. */
export const longTests = '**/*.long.test.ts'
export const longTag = /@long/

/** Stories with this tag are left out of the first circle. */
export const secondCircleTag = /@second/
