/** Messages of browsers and Vite for code or styles that failed to load. */
const messages = /dynamically imported module|Importing a module|Unable to preload/

/** Milliseconds before each retry; together they outlast a change of networks or a restart of the server. */
const pauses = [250, 500, 1_000, 2_000, 4_000, 8_000]

/** Tells code that failed to load from code that threw. */
export const isNotLoaded = (problem: unknown): problem is Error =>
  problem instanceof Error && messages.test(problem.message)

/** Loads code with retries. `between` waits before a retry; when it resolves to true, the attempts start over. */
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
