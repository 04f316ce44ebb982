import { createGunzip } from 'node:zlib'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import type { Content } from '#platform/http/range'
import type { Entries } from './entry-name.ts'
import { tarEntries } from './tar-entries.ts'
import { zipEntries } from './zip-entries.ts'

const damaged = {
  en: 'its content is damaged, or not what its name says',
  zh: '内容已损坏，或与文件类型不符',
}

/** Lists what an archive holds. Fails as `file.no-preview` for what is none that can be listed. */
export async function entriesOf(name: string, content: Content): Promise<Entries> {
  const list = listing(name.toLowerCase())
  if (list === undefined) throw fail('file.no-preview')
  try {
    return await list(content)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw fail('file.archive-unreadable', { reason: damaged })
  }
}

function listing(name: string): ((content: Content) => Promise<Entries>) | undefined {
  if (name.endsWith('.zip')) return zipEntries
  if (name.endsWith('.tar')) return async (content) => tarEntries(await content.open())
  if (!/\.(tgz|tar\.gz)$/.test(name)) return undefined
  return async (content) => {
    const packed = await content.open()
    const stream = packed.pipe(createGunzip())
    packed.on('error', (error) => stream.destroy(error))
    stream.on('close', () => packed.destroy())
    return tarEntries(stream)
  }
}
