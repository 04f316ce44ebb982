import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentError } from '@vermilion/contract/formats/problems/content-error'
import type { Text } from '@vermilion/contract/kernel/text'
import { StoreUnreachable } from '#platform/blobs/blob-store'
import { hasCode, ifMissing } from '#platform/blobs/folder-file'
import type { RemoteFile, RemoteFolder } from '#platform/blobs/remote-folder'
import { createMutex } from '#platform/mutex'
import { look, unusable, type TypedPath } from '../paths/look.ts'
import { type AddressIndex, openAddressIndex, writeAddressIndex } from './address-index.ts'
import { listedAddresses } from './listed-addresses.ts'
import { type AskWeb, createAskWeb, factsOf, readWebFile, webParts } from './web-file.ts'

const maxListBytes = 512 * 1024 ** 2

export type AddressLists = ReturnType<typeof createAddressLists>

/** Lists of addresses on the web that a space may index: what they name is read from its hosts, and never changed. */
export function createAddressLists({ folder, allowedHosts }: { folder: string; allowedHosts: readonly string[] }) {
  const ask = createAskWeb(allowedHosts)
  const opened = new Map<string, RemoteFolder>()
  const fileOf = (url: string) => join(folder, createHash('sha256').update(url).digest('hex'))

  return {
    /** The address as it is stored. Fails with `space.path-unusable`, also when a look at the list does. */
    async find(typed: TypedPath): Promise<string> {
      const { path } = typed
      const url = URL.parse(path)
      if (url === null || url.username !== '' || url.password !== '') throw unusable(path, reasons.address)
      url.hash = ''
      const hasAddress = async (until: AbortSignal) => {
        for await (const entry of await entriesOf(ask, url.href, until)) if ('url' in entry) return true
        return false
      }
      if (!(await look(typed, hasAddress, problemOf))) throw unusable(path, reasons.empty)
      return url.href
    },

    open(url: string): RemoteFolder {
      const list = opened.get(url) ?? openList(ask, url, fileOf(url))
      opened.set(url, list)
      return list
    },

    async forget(url: string): Promise<void> {
      opened.delete(url)
      await rm(fileOf(url), { force: true })
    },
  }
}

async function entriesOf(ask: AskWeb, url: string, signal?: AbortSignal) {
  const { stream } = await ask(url, undefined, signal)
  return listedAddresses(webParts(maxListBytes, stream), url)
}

function problemOf(error: unknown): Text {
  if (error instanceof ContentError) return error.detail
  if (hasCode(error, 'ENOENT')) return reasons.missing
  if (error instanceof StoreUnreachable) return error.problem
  throw error
}

/** Sizes and versions of files are told by their hosts, one by one, when they are read. */
function openList(ask: AskWeb, listUrl: string, file: string): RemoteFolder {
  const turn = createMutex()
  let index: AddressIndex | undefined
  /** What the list does not tell, and reading has found: files that are no longer as they were. */
  const changed = new Map<string, RemoteFile>()

  /** The index as it is, if there is one, or made anew. */
  async function indexOf(isNew = false, signal?: AbortSignal) {
    const leave = await turn()
    try {
      if (existsSync(file) && !isNew) return (index ??= openAddressIndex(file))
      await writeAddressIndex(file, await entriesOf(ask, listUrl, signal))
      index?.close()
      return (index = openAddressIndex(file))
    } catch (error) {
      signal?.throwIfAborted()
      throw new StoreUnreachable(problemOf(error))
    } finally {
      leave()
    }
  }

  return {
    async *list({ after, signal }) {
      // One that goes on after a break goes on in the list as it was.
      await indexOf(after === undefined, signal)
      for (let last = after ?? ''; ;) {
        const paths = (await indexOf()).pathsAfter(last)
        if (paths.length === 0) return
        yield paths.map((path) => changed.get(path) ?? { path, size: null, modifiedAt: null, version: null })
        last = paths.at(-1) ?? last
        signal.throwIfAborted()
      }
    },
    skipped: async () => (await indexOf()).skipped(),
    async read(path, version, range) {
      const url = (await indexOf()).urlOf(path)
      if (url === undefined) throw Object.assign(new Error(`${listUrl} names no ${path}`), { code: 'ENOENT' })
      try {
        return await readWebFile(ask, url, version, range)
      } catch (error) {
        const reply = hasCode(error, 'ENOENT') ? await ask(url).catch(ifMissing) : undefined
        reply?.stream.destroy()
        if (reply !== undefined) changed.set(path, { path, modifiedAt: null, ...factsOf(reply) })
        throw error
      }
    },
  }
}

const reasons = {
  address: {
    en: 'it is no address of a list without a user name and a password, such as https://example.com/pictures.csv',
    zh: '不是不含用户名和密码的列表地址，例如 https://example.com/pictures.csv',
  },
  missing: { en: 'there is no list at this address', zh: '该地址没有列表' },
  empty: {
    en: 'no address of a file is found in it. A list is text with an address a line, CSV with a column url, or JSON',
    zh: '其中没有文件地址。列表须为每行一个地址的文本、含 url 列的 CSV，或 JSON',
  },
} as const satisfies Record<string, Text>
