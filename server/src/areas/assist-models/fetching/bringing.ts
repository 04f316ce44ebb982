import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AssistEntry, type AssistFile, maxAssistFileBytes } from '@vermilion/contract/assist-models/catalogue'
import { fail } from '@vermilion/contract/kernel/errors'
import { archiveOf, BadArchive, damaged, type Files, openArchive } from '#areas/files'
import { requireRoom } from './fetch.job.ts'
import { wrongHash } from './hub-file.ts'
import { hashOf, sizeOf } from './model-folder.ts'
import type { FileFacts } from '../store.ts'

const maxScannedBytes = 4 * maxAssistFileBytes

type Opened = () => Promise<AsyncIterable<Uint8Array>>

interface SourceFile {
  readonly path: string
  readonly size: number
  readonly open: Opened
}

interface SourcePlace {
  readonly spaceId: string
  readonly path: string
}

/**
 * Files are matched by the end of their path and stored under their catalogue names; all others are ignored.
 * Fails as `assist-model.nothing-there`, `.file-missing`, `.damaged`, `.too-large` or `.no-room`.
 */
export async function bringFiles(
  files: Pick<Files, 'atPaths' | 'content' | 'get'>,
  entry: AssistEntry,
  { source: origin, folder, signal }: { source: SourcePlace; folder: string; signal: AbortSignal },
): Promise<Record<string, FileFacts>> {
  const path = origin.path.replace(/\/+$/, '')
  const [archive] = await files.atPaths(origin.spaceId, [path])
  const facts: Record<string, FileFacts> = {}
  const take = async (file: AssistFile, source: SourceFile) => {
    facts[file.name] = await copyFile(file, source, { target: join(folder, file.name), signal })
  }
  if (archive !== undefined) await copyFromArchive(files, entry, { fileId: archive.id, path, take })
  else await copyFromFolder(files, entry, { origin: { ...origin, path }, take })
  const missing = entry.files.find(({ name }) => facts[name] === undefined)
  if (missing !== undefined && Object.keys(facts).length === 0 && archive === undefined)
    throw fail('assist-model.nothing-there', { path })
  if (missing !== undefined) throw fail('assist-model.file-missing', { file: missing.path })
  return facts
}

interface Taking {
  take(file: AssistFile, source: SourceFile): Promise<void>
}

async function copyFromArchive(
  files: Pick<Files, 'content'>,
  entry: AssistEntry,
  { fileId, path, take }: Taking & { fileId: string; path: string },
): Promise<void> {
  const kind = archiveOf(path)?.kind
  if (kind === undefined) throw fail('assist-model.nothing-there', { path })
  const accepted = new Set<string>()
  try {
    const archive = await openArchive(kind, await files.content(fileId, true), maxScannedBytes)
    try {
      for await (const each of archive.entries()) {
        const name = each.name.replaceAll('\\', '/')
        const file = entry.files.find((one) => isOf(one, name) && !accepted.has(one.name))
        if (file === undefined || each.isFolder || each.isEncrypted || each.skip !== undefined) continue
        accepted.add(file.name)
        await take(file, { path: name, size: each.size, open: () => each.open() })
      }
    } finally {
      archive.close()
    }
  } catch (error) {
    const failure = damaged(error)
    throw failure instanceof BadArchive ? fail('assist-model.damaged', { file: path, reason: failure.reason }) : failure
  }
}

async function copyFromFolder(
  files: Pick<Files, 'atPaths' | 'content'>,
  entry: AssistEntry,
  { origin, take }: Taking & { origin: SourcePlace },
): Promise<void> {
  for (const file of entry.files) {
    const paths = [file.path, baseOf(file.path)].map((path) => `${origin.path}/${path}`)
    const [source] = await files.atPaths(origin.spaceId, [...new Set(paths)])
    if (source === undefined) continue
    const open = async () => (await files.content(source.id, true)).open()
    await take(file, { path: source.path, size: source.size, open })
  }
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const isOf = ({ path }: AssistFile, name: string) =>
  name === path || name.endsWith(`/${path}`) || baseOf(name) === baseOf(path)

async function copyFile(
  { path, size, sha256 }: AssistFile,
  source: SourceFile,
  { target, signal }: { target: string; signal: AbortSignal },
): Promise<FileFacts> {
  const limit = Math.min(size ?? maxAssistFileBytes, maxAssistFileBytes)
  const tooLarge = () => fail('assist-model.too-large', { file: path, limit: `${Math.ceil(limit / 1024 ** 2)} MiB` })
  if (source.size > limit) throw tooLarge()
  await requireRoom(join(target, '..'), source.size)
  async function* bounded(content: AsyncIterable<Uint8Array>) {
    let bytes = 0
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > limit) throw tooLarge()
      yield chunk
    }
  }
  await pipeline(Readable.from(await source.open()), bounded, createWriteStream(target), { signal })
  const value = await hashOf(target, 'sha256', signal)
  if (sha256 !== undefined && value !== sha256) throw fail('assist-model.damaged', { file: path, reason: wrongHash })
  return { size: (await sizeOf(target)) ?? 0, hash: { algorithm: 'sha256', value } }
}
