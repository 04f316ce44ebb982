import { useConnection } from '#lib/events/connection.ts'

/** What the browsers and Vite say when the code or the style of a page could not be had. */
const messages = /dynamically imported module|Importing a module|Unable to preload/

/** Milliseconds between two tries. */
const pause = 1_000
/** Tries at a server that can be reached: it was brought up to date, and has this code no more. */
const mostTries = 5

/** Whether code could not be had, rather than failed. */
export const isNotLoaded = (problem: unknown): problem is Error =>
  problem instanceof Error && messages.test(problem.message)

/** Loads code of a part of a page. While the server is away it waits, so that the page around it lives on. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load()
    } catch (problem) {
      if (!isNotLoaded(problem) || tries >= mostTries) throw problem
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (await reached()) tries = 0
      reloadStyles()
    }
  }
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
