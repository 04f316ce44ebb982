import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BucketAccess, Config } from '../../../config.ts'
import { readOwnId } from '#platform/own-id'
import type { StoredValues } from '#platform/database/stored-values'
import type { BlobStore } from '../blob-store.ts'
import { createDiskBlobs } from '../disk.ts'
import { ifMissing } from '../folder-file.ts'
import { createOwnFolder } from '../own-folder.ts'
import { createBucketBlobs, openBucketStore, type StoreNeeds } from '../s3/store.ts'
import { syncFolder } from '../synced-folder.ts'
import { createCopying, requireUndamaged } from './copy.ts'
import { createMovableBlobs, type MovableBlobs } from './movable.ts'

/** The text is `disk`, or `s3://bucket/prefix` with its parameters. */
interface ContentLocation {
  readonly text: string
  readonly bucket: BucketAccess | undefined
}

/** Written by `vermilion blobs copy` for the server; deleted once it was carried out. */
export interface MoveOrder {
  readonly to: string
  /** True leaves damaged contents behind; else nothing is moved. */
  readonly leavesDamaged: boolean
  /** Why nothing was moved. */
  readonly problem?: string
}

export interface LocationNeeds extends StoreNeeds {
  readonly config: Pick<Config, 'blobs' | 'bucket' | 'blobCacheBytes' | 'readBucket'>
  /** Servers with other data folders look for the location there. */
  readonly values?: Pick<StoredValues, 'write' | 'writeOnce'> | undefined
}
type Needs = Pick<LocationNeeds, 'config' | 'paths' | 'values'>

/** Milliseconds between looks at whether a move is ordered. */
const checkInterval = 1_000

export function parseLocation(text: string, { readBucket }: Pick<Config, 'readBucket'>): ContentLocation {
  const { found, problems } = text === 'disk' ? { found: undefined, problems: [] } : readBucket(text)
  if (problems.length > 0) throw new Error(problems.join('\n').replaceAll('VERMILION_BLOBS', text))
  return { text, bucket: found }
}

/** A place in a sentence. */
export const describeLocation = ({ bucket, text }: ContentLocation): string => (bucket ? text : 'the data folder')

export const isSameLocation = ({ bucket: one }: ContentLocation, { bucket: other }: ContentLocation): boolean =>
  one?.bucket === other?.bucket && one?.prefix === other?.prefix

/** A location that was noted wins over the environment, and so do contents on the disk where none was. */
export async function findLocation({ config, paths }: Needs) {
  const noted = await readJson<{ location: string }>(paths.blobLocation)
  const configured = config.blobs === undefined ? undefined : { text: config.blobs, bucket: config.bucket }
  const first = await createDiskBlobs(paths.blobs).list()[Symbol.asyncIterator]().next()
  const usual = configured === undefined || first.done !== true ? 'disk' : configured.text
  const location = parseLocation(noted?.location ?? usual, config)
  const isConfigured = configured !== undefined && isSameLocation(location, configured)
  // Its parameters may have changed.
  return { location: isConfigured ? configured : location, isNoted: noted !== undefined, configured }
}

export async function noteLocation(
  { paths, values }: Pick<Needs, 'paths' | 'values'>,
  location: string,
): Promise<void> {
  await values?.write('blob-location', location)
  await writeDurably(paths.blobLocation, { location })
}

/** `incoming` is the folder of what is on its way: another than the usual one beside a server that may run. */
export const openLocation = ({ bucket }: ContentLocation, needs: Needs, incoming?: string) =>
  bucket ? createBucketBlobs(bucket, needs, { incoming }) : createDiskBlobs(needs.paths.blobs, incoming)

/** Opens another location than the present one, unless it belongs to another data folder. */
export async function openTarget(location: ContentLocation, needs: Needs, incoming?: string): Promise<BlobStore> {
  const target = openLocation(location, needs, incoming)
  if ('requireOwn' in target) await target.requireOwn()
  return target
}

/** The last part of a move, by the holder of the lock: nothing is put or deleted but through `blobs`. */
export async function finishMove(blobs: MovableBlobs, order: MoveOrder, needs: Needs, signal?: AbortSignal) {
  const { paths, values } = needs
  const target = await openTarget(parseLocation(order.to, needs.config), needs)
  const { copyOne, copyAll } = createCopying(createOwnFolder(join(needs.paths.blobs, 'moving')))
  await blobs.move(target, {
    copyOne,
    copyAll: async (source) => requireUndamaged(await copyAll({ source, target }, { signal }), order.leavesDamaged),
    async note() {
      signal?.throwIfAborted()
      if (order.to === 'disk') await values?.write('disk-owner', await readOwnId(paths.diskOwner))
      await noteLocation(needs, order.to)
    },
  })
}

/** The store of the data folder, which a running server moves when it is ordered to. */
export async function openLocatedStore(needs: LocationNeeds): Promise<BlobStore> {
  const { paths, lifecycle } = needs
  const { location, isNoted, configured } = await findLocation(needs)
  const { text, bucket } = location
  if (configured !== undefined && configured !== location)
    throw new Error(
      `VERMILION_BLOBS is ${configured.text}, and the contents of this data folder lie in ${describeLocation(location)}. Set VERMILION_BLOBS to ${bucket ? text : 'nothing'}, or move them: vermilion blobs copy --to '${configured.text}'`,
    )
  if (!bucket) await requireOwnDisk(needs)
  const store = bucket ? openBucketStore(bucket, needs, { isNew: !isNoted }) : createDiskBlobs(paths.blobs)
  const blobs = createMovableBlobs(store)
  if (bucket && !isNoted) lifecycle.onStart(() => noteLocation(needs, text))
  obeyOrders(blobs, needs)
  return blobs
}

/** A database whose contents lie on the disk of one server is of use to that alone. */
async function requireOwnDisk({ paths, values }: Pick<Needs, 'paths' | 'values'>): Promise<void> {
  if (values === undefined) return
  const own = await readOwnId(paths.diskOwner)
  if ((await values.writeOnce('disk-owner', own)) !== own)
    throw new Error(
      `The contents of files lie in another data folder than ${paths.folder}. Servers that take over from one another need them in a bucket: with the other data folder, vermilion blobs copy --to s3://BUCKET/PREFIX`,
    )
}

function obeyOrders(blobs: MovableBlobs, needs: LocationNeeds): void {
  const { config, paths, log, lifecycle } = needs
  let work: Promise<void> | undefined
  let stop = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function obey(signal: AbortSignal): Promise<void> {
    const order = await readJson<MoveOrder>(paths.blobMove)
    if (order === undefined || order.problem !== undefined) return
    try {
      const { location } = await findLocation(needs)
      // It may have ended before a kill.
      const isMoved = isSameLocation(location, parseLocation(order.to, config))
      if (!isMoved) await finishMove(blobs, order, needs, signal)
      log.info({ location: order.to }, 'contents were moved')
      await rm(paths.blobMove, { force: true })
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error, location: order.to }, 'contents could not be moved')
      await writeDurably(paths.blobMove, { ...order, problem: (error as Error).message } satisfies MoveOrder)
    }
  }

  function look(): void {
    if (!existsSync(paths.blobMove)) return stop.abort()
    if (work !== undefined) return
    stop = new AbortController()
    work = obey(stop.signal)
      .catch((error: unknown) => log.error({ err: error }, 'an order to move contents could not be carried out'))
      .finally(() => (work = undefined))
  }

  lifecycle.onStart(() => void (timer = setInterval(look, checkInterval).unref()))
  lifecycle.onStop(async () => {
    clearInterval(timer)
    stop.abort()
    await work
  })
}

export async function writeDurably(file: string, value: object): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(value), { flush: true })
  await rename(draft, file)
  await syncFolder(dirname(file))
}

export async function readJson<Value>(file: string): Promise<Value | undefined> {
  const text = await readFile(file, 'utf8').catch(ifMissing)
  return text === undefined ? undefined : (JSON.parse(text) as Value)
}
