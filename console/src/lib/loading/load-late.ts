/** What the browsers and Vite say when the code or the style of a part could not be had. */
const messages = /dynamically imported module|Importing a module|Unable to preload/

/** Milliseconds before each further try: a change of the network, or a server that starts again, takes less. */
const pauses = [250, 500, 1_000, 2_000, 4_000, 8_000]

/** Whether code could not be had, rather than failed. */
export const isNotLoaded = (problem: unknown): problem is Error =>
  problem instanceof Error && messages.test(problem.message)

/**
 * Loads a part of the program, and asks again where it does not come. `between` waits before another try; where it
 * answers true, the tries count from the beginning.
 */
export async function loadLate<Code>(
  load: () => Promise<Code>,
  between: (pause: number) => Promise<boolean> = waited,
): Promise<Code> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load()
    } catch (problem) {
      const pause = pauses[tries]
      if (!isNotLoaded(problem) || pause === undefined) throw problem
      if (await between(pause)) tries = -1
    }
  }
}

async function waited(pause: number): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, pause))
  return false
}
