import { join } from 'node:path'
import type { ImportSource } from '@vermilion/contract/datasets/imports'
import { fail } from '@vermilion/contract/kernel/errors'
import { fileName, pathProblem } from '@vermilion/contract/paths'
import { archiveOf } from '#areas/files'
import type { ArchiveSource, Files } from '#areas/files'
import { freeSpace } from '#platform/disk-space'
import type { BlobStore } from '#platform/blobs/blob-store'
import { archiveFiles } from './archive-files.ts'
import { folderFiles } from './folder-files.ts'
import type { StoredImport } from '../import-store.ts'
import type { SourceFiles } from './source-files.ts'
import type { ImportFileStore } from './upload-store.ts'

interface Needs {
  readonly files: Files
  readonly blobs: BlobStore
  readonly uploads: ImportFileStore
  readonly scratch: string
  readonly folder: string
}

export interface NamedSource {
  readonly name: string
  /** The space that already holds its images. */
  readonly spaceId: string | null
}

export function createSources({ files, blobs, uploads, scratch, folder }: Needs) {
  async function contentOf(source: ImportSource): Promise<{ name: string; content: ArchiveSource }> {
    if ('uploadId' in source) {
      const row = await uploads.find(source.uploadId)
      if (row === undefined) throw fail('dataset.import-source-missing')
      const { name, size, checksum } = row
      return { name, content: { size, open: (range) => blobs.open(checksum, range) } }
    }
    if (!('fileId' in source)) throw new Error('a folder has no content of its own')
    const file = await files.get(source.fileId)
    if (file.spaceId !== source.spaceId) throw fail('dataset.import-source-missing')
    return { name: file.name, content: await files.content(file.id, true) }
  }

  return {
    /** Fails with `dataset.import-source-missing`, or with the source's own failure. */
    async named(source: ImportSource): Promise<NamedSource> {
      if (!('folder' in source)) return { name: (await contentOf(source)).name, spaceId: null }
      const { name } = await files.folder(source.spaceId, source.folder).catch(() => {
        throw fail('dataset.import-source-missing')
      })
      return { name: name === '' ? '/' : name, spaceId: source.spaceId }
    },

    async open({ id, source }: Pick<StoredImport, 'id' | 'source'>, signal: AbortSignal): Promise<SourceFiles> {
      if ('folder' in source) return folderFiles(files, source.spaceId, source.folder)
      const { name, content } = await contentOf(source)
      const kind = archiveOf(name)?.kind
      if (kind === undefined) return oneFile(name, content)
      const available = await freeSpace(folder)
      return archiveFiles({ kind, source: content, scratch: join(scratch, id), freeSpace: available, signal })
    },
  }
}

export type Sources = ReturnType<typeof createSources>

function oneFile(name: string, { size, open }: ArchiveSource): SourceFiles {
  const path = pathProblem(name) === undefined ? fileName(name) : 'document'
  return {
    paths: [path],
    refused: [],
    size: () => size,
    open: () => open(),
    close: async () => undefined,
  }
}
