import { isNotLoaded, loadLate } from './load-late.ts'
import { useConnection } from '#lib/events/connection.ts'

/** Code that failed to load after all attempts: the server was updated and has it no more. */
export class CodeGone extends Error {}

/** Pauses grow between attempts. While the server is unreachable it waits, so that the page and its typed text survive. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await loadLate(load, async (pause) => {
      await pauseUnlessBack(pause)
      const hasWaited = await reached()
      reloadStyles()
      return hasWaited
    })
  } catch (problem) {
    // The message must differ from the browser's, on which the router would reload the page and lose typed text.
    if (isNotLoaded(problem)) throw new CodeGone(`part of the page is missing: ${problem.message}`, { cause: problem })
    throw problem
  }
}

/** Ends early when the browser is online again. */
function pauseUnlessBack(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, pause)
    addEventListener('online', end)
  })
}

/** Resolves when the server is not known to be unreachable; true if it had to wait. */
function reached(): Promise<boolean> {
  const isAway = () => useConnection.getState().connection === 'offline'
  if (!isAway()) return Promise.resolve(false)
  return new Promise((resolve) => {
    const unsubscribe = useConnection.subscribe(() => {
      if (isAway()) return
      unsubscribe()
      resolve(true)
    })
  })
}

/** Vite requests a style sheet once, so failed ones are requested again here. */
function reloadStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode())
  }
}
