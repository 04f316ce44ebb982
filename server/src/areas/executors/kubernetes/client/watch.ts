import { setTimeout as sleep } from 'node:timers/promises'
import { linesOf } from '#platform/content-parts'
import type { KubernetesClient } from './client.ts'
import { isStatus } from './failure.ts'
import type { KubernetesObject, ObjectList, StatusBody } from './objects.ts'

interface WatchEvent<Item> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  object: Item & StatusBody
}

export interface WatchListener<Item> {
  /** All items of a list: what is not among them is gone. */
  replace(items: Item[]): void
  put(item: Item): void
  remove(item: Item): void
  /** Null when the API server responds again. */
  away(error: Error | null): void
}

/** Seconds after which the API server ends a watch, which is then resumed. */
const watchSeconds = 300
/** Milliseconds without a line, a bookmark included, after which a watch counts as dead. */
const silenceMs = 150_000
const pauses = { firstMs: 200, maxMs: 10_000 }

/** Lists, then watches from there, until the signal aborts. An expired version or a failure begins again with a list. */
export async function watchObjects<Item extends KubernetesObject>(
  client: KubernetesClient,
  order: { path: string; labelSelector: string; signal: AbortSignal },
  listener: WatchListener<Item>,
): Promise<void> {
  const { path, labelSelector, signal } = order
  let pauseMs = pauses.firstMs
  /** Null when a list is needed. */
  let version: string | null = null
  while (!signal.aborted) {
    const beganAt = Date.now()
    try {
      version ??= await list()
      pauseMs = pauses.firstMs
      version = await watchFrom(version)
      // A proxy may end watches at once.
      if (version !== null && Date.now() - beganAt >= pauses.firstMs) continue
    } catch (error) {
      if (signal.aborted) return
      version = null
      if (isStatus(error, 410)) continue
      listener.away(error instanceof Error ? error : new Error(String(error)))
    }
    await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => undefined)
    pauseMs = Math.min(pauses.maxMs, 2 * pauseMs)
  }

  async function list(): Promise<string> {
    const { items, metadata } = await client.call<ObjectList<Item>>('GET', path, { query: { labelSelector }, signal })
    listener.replace(items)
    listener.away(null)
    return metadata.resourceVersion
  }

  /** The version to go on from, or null for an expired one and a connection that broke. */
  async function watchFrom(resourceVersion: string): Promise<string | null> {
    const silent = new AbortController()
    const either = AbortSignal.any([signal, silent.signal])
    const watching = { watch: true, allowWatchBookmarks: true, timeoutSeconds: watchSeconds }
    const query = { ...watching, labelSelector, resourceVersion }
    const stream = await client.stream(path, query, either)
    let timer = setTimeout(() => silent.abort(), silenceMs)
    let latest = resourceVersion
    try {
      for await (const line of linesOf(stream)) {
        clearTimeout(timer)
        timer = setTimeout(() => silent.abort(), silenceMs)
        const { type, object } = JSON.parse(line) as WatchEvent<Item>
        if (type === 'ERROR') return null
        latest = object.metadata.resourceVersion
        if (type === 'DELETED') listener.remove(object)
        else if (type !== 'BOOKMARK') listener.put(object)
      }
      return stream.complete ? latest : null
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      stream.destroy()
    }
  }
}
