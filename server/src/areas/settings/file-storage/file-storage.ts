import { fail } from '@vermilion/contract/kernel/errors'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { contentOfProbe, type fileStorageEndpoints, type FileStorage } from '@vermilion/contract/settings/file-storage'
import type { Platform } from '#platform/platform'
import { createSettingsStore } from '../store.ts'

type Needs = Pick<Platform, 'database' | 'events' | 'clock' | 'blobs'> & { readonly dataFolder: string }
type Changes = Received<typeof fileStorageEndpoints.changeFileStorage>['body']

interface Stored extends Pick<FileStorage, 'bucket' | 'endpoint' | 'browsers' | 'nodes'> {
  /** What all addresses of the bucket lie below; null before a test. */
  readonly source: string | null
}

export type FileStorageService = Awaited<ReturnType<typeof createFileStorage>>

/** Where contents lie, and who transfers them past this server: nobody before a test has shown that it works. */
export async function createFileStorage({ database, events, clock, blobs, dataFolder }: Needs) {
  const store = createSettingsStore<{ fileStorage: Stored }>(database)
  let { fileStorage: stored } = await store.all()
  let probeSource: string | null = null
  apply(current())

  /** A test of another bucket says nothing of the present one. */
  function current(): Stored {
    const { bucket, endpoint } = blobs.direct?.place ?? { bucket: null, endpoint: null }
    if (stored?.bucket === bucket && stored.endpoint === endpoint) return stored
    return { bucket, endpoint, browsers: null, nodes: 'automatic', source: null }
  }

  function apply(next: Stored): void {
    stored = next
    if (blobs.direct === undefined) return
    blobs.direct.openings.browserSource = stored.browsers?.outcome === 'direct' ? stored.source : null
    blobs.direct.openings.nodes = areNodesDirect(stored)
  }

  const describe = ({ source: _source, ...visible }: Stored): FileStorage => ({
    ...visible,
    folder: dataFolder,
    areNodesDirect: blobs.direct !== undefined && areNodesDirect(visible),
  })

  return {
    shown: () => describe(current()),
    /** Of the last test that began. */
    probeSource: () => probeSource,
    async begin() {
      const { direct } = blobs
      if (direct === undefined) throw fail('file-storage.no-bucket')
      const { source, ...probe } = await direct.addProbe(contentOfProbe)
      probeSource = source
      return probe
    },
    /** What a browser says is believed where the bucket bears it out. */
    async change({ test, nodes }: Changes, by: string): Promise<FileStorage> {
      const { direct } = blobs
      if (direct === undefined) throw fail('file-storage.no-bucket')
      const at = clock.time()
      let next: Stored = { ...current(), ...(nodes && { nodes }), ...(test === null && { browsers: null }) }
      if (test) {
        const { probeId, origin } = test
        const isWritten = (await direct.takeProbe(probeId)) === `${contentOfProbe(probeId)} written`
        const outcome = test.outcome === 'direct' && !isWritten ? 'unreachable' : test.outcome
        next = { ...next, browsers: { outcome, origin, at }, source: probeSource }
      }
      return database.transaction(async () => {
        await store.set('fileStorage', next, { at, by })
        database.afterCommit(() => apply(next))
        events.publish({ type: 'settings-changed' })
        return describe(next)
      })
    },
  }
}

const areNodesDirect = ({ nodes, browsers }: Pick<Stored, 'nodes' | 'browsers'>): boolean =>
  nodes === 'on' || (nodes === 'automatic' && browsers !== null && browsers.outcome !== 'unreachable')
