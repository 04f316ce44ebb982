import { buffer } from 'node:stream/consumers'
import { pathProblem } from '@vermilion/contract/paths'
import { fail } from '@vermilion/contract/kernel/errors'
import { scriptManifest } from '@vermilion/contract/rollouts/artifacts'
import { maxUnpackedBytes, openArchive } from '#areas/files'
import { describeField } from './field-text.ts'
import type { ArtifactReader, ArtifactSource } from './recognition.ts'

const largestManifest = 65_536
const entryName = (name: string) => name.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')

export const scriptArchive: ArtifactReader = {
  kind: 'script',
  isOf: (start) => start[0] === 0x1f && start[1] === 0x8b,
  read: readEntries,
}

async function readEntries(source: ArtifactSource) {
  const { fileName: file } = source
  const archive = await openArchive('tar.gz', source, 2 * maxUnpackedBytes(source.size))
  const names = new Set<string>()
  let manifest: Buffer | undefined
  let unpackedSize = 0
  try {
    for await (const entry of archive.entries()) {
      const name = entryName(entry.name)
      if (name === '' || name === '.') continue
      const reason = entry.skip ?? (entry.name.startsWith('/') ? absolute : pathProblem(name))
      if (reason !== undefined) throw fail('artifact.unsafe', { file, entry: entry.name.slice(0, 200), reason })
      names.add(name)
      unpackedSize += entry.size
      if (name === 'manifest.json' && entry.size <= largestManifest) manifest = await buffer(await entry.open())
    }
  } finally {
    archive.close()
  }
  if (manifest === undefined || !names.has('install')) throw fail('artifact.unrecognized', { file })
  const value = parseJson(manifest)
  const parsed = scriptManifest.safeParse(value)
  if (!parsed.success) {
    const { en, zh } = describeField(parsed.error, value, 'object')
    throw fail('artifact.damaged', { file, reason: { en: `manifest.json: ${en}`, zh: `manifest.json：${zh}` } })
  }
  return { ...parsed.data, unpackedSize, signed: false }
}

const absolute = { en: 'its path is absolute', zh: '路径为绝对路径' }

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}
