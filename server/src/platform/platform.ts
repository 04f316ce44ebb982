import { join } from 'node:path'
import type { Config } from '../config.ts'
import { contentCheck, createBlobOwners, orphanCheck } from '#platform/blobs/index-check'
import { createComposedBlobs, createContentPlaces } from '#platform/blobs/composed'
import type { BlobStore } from '#platform/blobs/blob-store'
import { openLocatedStore, type LocationNeeds } from '#platform/blobs/moving/location'
import { createChecks, databaseCheck } from '#platform/checks/checks'
import { systemClock, type Clock } from '#platform/clock'
import { dataPaths, type DataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import type { Engine } from '#platform/database/engine'
import { migrate, requireCurrent, type Migrations } from '#platform/database/migrate'
import { openPostgres } from '#platform/database/postgres/engine'
import { openSqlite } from '#platform/database/sqlite'
import { createEvents } from '#platform/events/events'
import { createTransmitter } from '#platform/events/transmitter'
import { createJobs, jobsCheck } from '#platform/jobs/jobs'
import type { Lead } from '#platform/lead/lead'
import { createLifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import { saveMemoryWhenIdle } from '#platform/memory-saving'
import { openSecrets } from '#platform/secrets/secrets'
import { shareDataFolder } from '#platform/blobs/moving/shared-data-folder'
import { createStoredValues } from '#platform/database/stored-values'
import { createWorkRegistry } from '#platform/work/work'

export type Platform = Awaited<ReturnType<typeof createPlatform>>

export interface PlatformNeeds {
  readonly config: Config
  readonly log: Log
  readonly migrations: Migrations
  readonly clock?: Clock | undefined
  /** True migrates an older data folder, which needs the lock; false refuses it. */
  readonly forward: boolean
  /** Undefined where rows lie in the data folder. */
  readonly lead?: Lead | undefined
  /** Files of the data folder, or a bucket, unless given. */
  readonly openStore?: OpenStore | undefined
}

export type OpenStore = (needs: LocationNeeds) => BlobStore | Promise<BlobStore>

/** Outside of the data folder where an address is given: who runs that database makes its copies, also those before migrations. */
export function openEngine(
  { database }: Pick<Config, 'database'>,
  paths: DataPaths,
  lead?: Lead,
): Engine | Promise<Engine> {
  return database === undefined ? openSqlite(paths.database) : openPostgres(database, lead)
}

export async function createPlatform({
  config,
  log,
  migrations,
  clock = systemClock,
  forward,
  lead,
  openStore = openLocatedStore,
}: PlatformNeeds) {
  const paths = dataPaths(config.data)
  const database = createDatabase(await openEngine(config, paths, lead))
  const backup = async (name: string) => {
    if (database.kind === 'sqlite') await database.backup(join(paths.backups, `${name}.db`))
  }
  if (forward) {
    const applied = await migrate({ database, migrations, clock, backup })
    if (applied.length > 0) log.info({ applied }, 'the data folder was brought forward')
  } else await requireCurrent(database, migrations)
  const values = database.kind === 'postgres' ? createStoredValues(database) : undefined
  const secrets = await openSecrets(paths.key, { given: config.secretKeyFile, values })
  if (values !== undefined) await shareDataFolder(values, paths)
  const lifecycle = createLifecycle({ log })
  saveMemoryWhenIdle(lifecycle)
  const transmitter = createTransmitter()
  const events = createEvents({ database, transmitter, log })
  const work = createWorkRegistry({ database, clock, events, transmitter, lifecycle, log })
  const jobs = createJobs({ database, clock, log, lifecycle, work })
  const contentPlaces = createContentPlaces({ folder: paths.blobCopies, maxBytes: config.blobCacheBytes })
  lifecycle.onStart(contentPlaces.copies.clear)
  const blobs = createComposedBlobs(await openStore({ config, log, paths, lifecycle, values, lead }), contentPlaces)
  const blobOwners = createBlobOwners()
  const checks = createChecks()
  checks.add(databaseCheck(database))
  checks.add(jobsCheck(jobs))
  checks.add(contentCheck({ blobs, owners: blobOwners }))
  checks.add(orphanCheck({ database, blobs, owners: blobOwners, clock }))
  return {
    config,
    log,
    lead,
    clock,
    paths,
    database,
    lifecycle,
    transmitter,
    events,
    work,
    jobs,
    blobs,
    contentPlaces,
    blobOwners,
    secrets,
    checks,
  }
}
