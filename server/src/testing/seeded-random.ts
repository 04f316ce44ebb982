/** The seed of a randomized test: `VERMILION_TEST_SEED` repeats a failing run. Put it into the test's title. */
export const testSeed = Number(process.env['VERMILION_TEST_SEED'] ?? Date.now() % 100_000)

/** A repeatable sequence of numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
