import { isNotLoaded, loadLate } from './load-late.ts'
import { useConnection } from '#lib/events/connection.ts'

/** Code that failed to load after all attempts: the server was updated and has it no more. */
export class CodeGone extends Error {}

/** Style sheets that are still missing then are gone, and the page shows without them. */
const maxStyleAttempts = 5

/** Pauses grow between attempts. While the server is unreachable it waits, so that the page and its typed text survive. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await loadLate(load, async (pause) => {
      let hasWaited = false
      for (let attempt = 0; attempt < maxStyleAttempts; attempt += 1) {
        await pauseUnlessBack(pause)
        hasWaited = (await reached()) || hasWaited
        if (await reloadStyles()) break
      }
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

/** Vite requests a style sheet once, so failed ones are requested again here. False when one fails again. */
async function reloadStyles(): Promise<boolean> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const again = links.filter(({ sheet }) => sheet === null).map((link) => reload(link))
  return (await Promise.all(again)).every(Boolean)
}

function reload(link: HTMLLinkElement): Promise<boolean> {
  const copy = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve) => {
    copy.addEventListener('load', () => resolve(true))
    copy.addEventListener('error', () => resolve(false))
    link.replaceWith(copy)
  })
}
