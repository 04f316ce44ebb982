import { fail } from '@vermilion/contract/kernel/errors'
import { contentOfProbe, type fileStorageEndpoints, type FileStorage } from '@vermilion/contract/settings/file-storage'
import type { Handlers } from '#platform/http/handler'
import type { Platform } from '#platform/platform'
import { createSettingsStore } from '../store.ts'
import { probeScript } from './probe-script.ts'

type Needs = Pick<Platform, 'database' | 'events' | 'clock' | 'blobs'> & { readonly dataFolder: string }

interface Stored extends Pick<FileStorage, 'bucket' | 'endpoint' | 'browsers' | 'nodes'> {
  /** All addresses of the bucket lie below this one; null before a test. */
  readonly source: string | null
}

/** Where contents lie, and who transfers them past this server: nobody before a test has shown that it works. */
export async function createFileStorageRoutes(needs: Needs): Promise<Handlers<typeof fileStorageEndpoints>> {
  const { database, events, clock, blobs, dataFolder } = needs
  const store = createSettingsStore<{ fileStorage: Stored }>(database)
  let { fileStorage: stored } = await store.all()
  /** The source of the last test that began. */
  let probeSource: string | null = null
  apply(current())

  function requireDirect() {
    if (blobs.direct === undefined) throw fail('file-storage.no-bucket')
    return blobs.direct
  }

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
    getFileStorage: () => describe(current()),
    beginDirectTest: {
      transaction: 'own',
      // Addresses must not be readable in the database.
      inMemory: true,
      async handle() {
        const { source, ...probe } = await requireDirect().addProbe(contentOfProbe)
        probeSource = source
        return probe
      },
    },
    changeFileStorage: {
      transaction: 'own',
      async handle({ body: { test, nodes }, account: { username: by } }) {
        const direct = requireDirect()
        const at = clock.time()
        let next: Stored = { ...current(), ...(nodes && { nodes }), ...(test === null && { browsers: null }) }
        if (test) {
          const { probeId, origin } = test
          // What a browser says is believed where the bucket bears it out.
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
    },
    directTestScript({ reply }) {
      const policy = `default-src 'none'; connect-src ${probeSource ?? "'none'"}`
      reply.header('content-security-policy', policy).header('cache-control', 'no-store').send(probeScript)
    },
  }
}

const areNodesDirect = ({ nodes, browsers }: Pick<Stored, 'nodes' | 'browsers'>): boolean =>
  nodes === 'on' || (nodes === 'automatic' && browsers !== null && browsers.outcome !== 'unreachable')
