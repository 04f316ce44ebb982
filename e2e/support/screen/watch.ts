import type { Page, Request } from '@playwright/test'
import { basePath } from '../../../contract/src/kernel/endpoint.ts'

/** Records the page's API calls; image requests by the browser are excluded. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    const isCall = request.resourceType() === 'fetch' || request.resourceType() === 'xhr'
    if (isCall && new URL(request.url()).pathname.startsWith(basePath)) calls.push(request)
  })
  return calls
}

export interface Diary {
  /** Texts of messages in order, with their times in milliseconds. */
  readonly messages: { words: string; at: number }[]
  /** Navigations without a reload. */
  readonly ways: { path: string; at: number }[]
  /** Time the token was last removed from local storage, in milliseconds. */
  endedAt: number
}

/** Records messages and navigations with the page's clock. Call before the first `goto`. */
export async function keepDiary(page: Page): Promise<() => Promise<Diary>> {
  await page.addInitScript(() => {
    const observed: Diary = { messages: [], ways: [], endedAt: Number.NaN }
    const visited = new WeakSet<Element>()
    Object.assign(globalThis, { observed })
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof Element)) continue
        const messages = added.matches('[data-notice]') ? [added] : added.querySelectorAll('[data-notice]')
        for (const message of messages) {
          if (visited.has(message)) continue
          visited.add(message)
          observed.messages.push({ words: message.textContent, at: performance.now() })
        }
      }
    }).observe(document, { subtree: true, childList: true })
    const remove = Storage.prototype.removeItem
    Storage.prototype.removeItem = function removeItem(this: Storage, key: string) {
      if (key === 'token' && this === localStorage && this.getItem(key) !== null) observed.endedAt = performance.now()
      remove.call(this, key)
    }
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = history[method].bind(history)
      history[method] = (state: unknown, unused: string, url?: string | URL | null) => {
        const previousPath = location.pathname
        original(state, unused, url)
        if (location.pathname !== previousPath) observed.ways.push({ path: location.pathname, at: performance.now() })
      }
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { observed: Diary }).observed)
}

/** Makes parallel calls with the page's own client; returns counts of rejections by code. */
export function callFromPage(page: Page, path: string, times: number): Promise<Record<string, number>> {
  return page.evaluate(
    async ([called, count]) => {
      type Client = { call: (endpoint: object, input: object) => Promise<unknown>; stream: unknown }
      const isClient = (value: unknown): value is Client =>
        typeof value === 'object' && value !== null && 'call' in value && 'stream' in value
      // Built modules are loaded already: importing one by URL returns the page's own instance.
      const addresses = [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('script, link')]
        .map((element) => ('src' in element ? element.src : element.href))
        .filter((address) => address.endsWith('.js'))
      const modules = await Promise.all(
        addresses.map((address) => import(address).then((module: object) => module).catch(() => ({}))),
      )
      const client = modules.flatMap((module) => Object.values(module) as unknown[]).find(isClient)
      if (client === undefined) throw new Error('the console has no client')
      const call = () => client.call({ method: 'GET', path: called }, {})
      const ends = await Promise.allSettled(Array.from({ length: count }, call))
      const codes: Record<string, number> = {}
      for (const end of ends) {
        const code = end.status === 'fulfilled' ? '200' : String((end.reason as { code: number }).code)
        codes[code] = (codes[code] ?? 0) + 1
      }
      return codes
    },
    [path, times] as const,
  )
}
