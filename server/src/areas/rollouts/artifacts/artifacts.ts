import { join } from 'node:path'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { Files } from '#areas/files'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { flag } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { ArtifactQuery, ArtifactStore } from './artifact-store.ts'
import { recognize } from './recognize.ts'
import type { RecognizedArtifact } from './recognize.ts'

interface ArtifactsNeeds {
  database: Database
  clock: Clock
  events: Events
  blobs: BlobStore
  files: Files
  store: ArtifactStore
}

interface NewArtifact {
  readonly recognized: RecognizedArtifact
  readonly blob: Blob
  readonly fileName: string
  readonly notes: string
  readonly creator: string
  readonly uploadId?: string
  readonly modelId?: string
  /** Called in the transaction that adds the artifact. */
  readonly recorded?: (artifact: Artifact) => Promise<void>
}

export interface Description {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly notes?: string | undefined
}

export type Artifacts = ReturnType<typeof createArtifacts>

// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the stores that it holds
export function createArtifacts({ database, clock, events, blobs, files, store }: ArtifactsNeeds) {
  async function get(id: string): Promise<Artifact> {
    const artifact = await store.byId(id)
    if (artifact === undefined) throw fail('artifact.not-found')
    return artifact
  }

  /** Fails as `artifact.version-taken` when the version exists with other content. */
  const add = ({
    recognized,
    blob,
    fileName,
    notes,
    creator,
    uploadId,
    modelId,
    recorded,
  }: NewArtifact): Promise<Artifact> =>
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
        fileName,
        notes,
        modelId: modelId ?? null,
        uploadId: uploadId ?? null,
        creator,
        createdAt: clock.time(),
      })
      events.publish({ type: 'artifact-changed', artifactId: id })
      const artifact = await get(id)
      await recorded?.(artifact)
      return artifact
    })

  async function addContent(
    blob: Blob,
    {
      fileName,
      description,
      creator,
      ...upload
    }: { fileName: string; description: Description; creator: string } & Pick<NewArtifact, 'uploadId' | 'recorded'>,
  ): Promise<Artifact> {
    const source = {
      fileName,
      size: blob.size,
      open: (range?: { start: number; end: number }) => blobs.open(blob.checksum, range),
      withFile: <Result extends object>(work: (file: string) => Promise<Result>) =>
        blobs.withLocalFile(blob.checksum, ({ file, within }) => work(join(within ?? '', file))),
    }
    const recognized = await recognize(source, description)
    const notes = description.notes ?? ''
    return add({ recognized, blob, fileName, notes, creator, ...upload })
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
