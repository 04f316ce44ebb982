import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { Files } from '#areas/files'
import type { Blob } from '#platform/blobs/blob-store'
import { flag } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { ArtifactQuery, ArtifactStore } from './artifact-store.ts'
import { recognize, type RecognizedArtifact } from './recognize.ts'

interface ArtifactsNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'blobs'> {
  files: Files
  store: ArtifactStore
}

interface NewArtifact {
  readonly recognized: RecognizedArtifact
  readonly blob: Blob
  readonly fileName: string
  readonly notes: string
  readonly creator: string
  readonly uploadId?: string | null
  readonly modelId?: string | null
  /** Called in the transaction that adds the artifact. */
  readonly recorded?: (artifact: Artifact) => Promise<void>
}

export interface Description {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly notes?: string | undefined
}

export type Artifacts = ReturnType<typeof createArtifacts>

export function createArtifacts({ database, clock, events, blobs, files, store }: ArtifactsNeeds) {
  async function get(id: string): Promise<Artifact> {
    const artifact = await store.byId(id)
    if (artifact === undefined) throw fail('artifact.not-found')
    return artifact
  }

  /** Fails as `artifact.version-taken` when the version exists with other content. */
  const add = ({ recognized, blob, uploadId = null, modelId = null, recorded, ...named }: NewArtifact) =>
    database.transaction(async () => {
      const existing = await store.byVersion(recognized)
      if (existing !== undefined) {
        const { name, version } = existing
        throw fail('artifact.version-taken', { name, version })
      }
      const id = newId()
      const { signed, repeatable, ...plain } = recognized
      await store.add({
        id,
        ...plain,
        size: blob.size,
        checksum: blob.checksum,
        signed: flag(signed),
        repeatable: flag(repeatable),
        ...named,
        modelId,
        uploadId,
        createdAt: clock.time(),
      })
      events.publish({ type: 'artifact-changed', artifactId: id })
      const artifact = await get(id)
      await recorded?.(artifact)
      return artifact
    })

  async function addContent(
    blob: Blob,
    { description, ...added }: { description: Description } & Omit<NewArtifact, 'recognized' | 'blob' | 'notes'>,
  ): Promise<Artifact> {
    const source = {
      fileName: added.fileName,
      size: blob.size,
      open: (range?: { start: number; end: number }) => blobs.open(blob.checksum, range),
      withFile: <Result extends object>(work: (file: string) => Promise<Result>) =>
        blobs.withLocalFile(blob.checksum, ({ file, within }) => work(join(within ?? '', file))),
    }
    const recognized = await recognize(source, description)
    return add({ recognized, blob, notes: description.notes ?? '', ...added })
  }

  return {
    get,
    find: store.byId,
    byUpload: store.byUpload,
    byVersion: store.byVersion,
    page: (query: ArtifactQuery) => store.page(query),
    add,
    addContent,

    /** Adds a file of a data space; the content outlives the file. */
    async addFile(fileId: string, description: Description, creator: string): Promise<Artifact> {
      const { name } = await files.get(fileId)
      const content = await files.content(fileId, true)
      const blob = await blobs.put(await content.open())
      return addContent(blob, { fileName: name, description, creator })
    },

    async setNotes(id: string, notes: string): Promise<Artifact> {
      await get(id)
      await store.setNotes(id, notes)
      events.publish({ type: 'artifact-changed', artifactId: id })
      return get(id)
    },

    async remove(id: string): Promise<void> {
      await get(id)
      const rollout = await store.neededBy(id)
      if (rollout !== undefined) throw fail('artifact.in-use', { rollout: rollout.name })
      await store.remove(id)
      events.publish({ type: 'artifact-changed', artifactId: id })
    },
  }
}
