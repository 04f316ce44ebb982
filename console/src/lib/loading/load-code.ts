import { isNotLoaded, loadLate } from './load-late.ts'
import { useConnection } from '#lib/events/connection.ts'

/** Code that did not come however often it was asked for: the server was brought up to date, and has it no more. */
export class CodeGone extends Error {}

/**
 * Loads code of a part of a page, with growing pauses between tries. While the server is away it waits, so that the page
 * around it lives on, and what was typed there.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await loadLate(load, async (pause) => {
      await pauseUnlessBack(pause)
      const hasWaited = await reached()
      reloadStyles()
      return hasWaited
    })
  } catch (problem) {
    // In words of our own: at those of the browser the router loads the whole page again, which loses what was typed.
    if (isNotLoaded(problem)) throw new CodeGone(`part of the page is missing: ${problem.message}`, { cause: problem })
    throw problem
  }
}

/** Ends early when the browser has a network again. */
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

/** Answers once the server is not known to be away; whether it had to be waited for. */
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

/** Vite asks for a style sheet once: those that did not come are asked for again. */
function reloadStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode())
  }
}
