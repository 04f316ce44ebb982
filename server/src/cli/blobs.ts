import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCopying, requireUndamaged, type Copied } from '#platform/blobs/moving/copy'
import * as locations from '#platform/blobs/moving/location'
import { createMovableBlobs } from '#platform/blobs/moving/movable'
import { createOwnFolder, deleteFoldersOfGone } from '#platform/blobs/own-folder'
import { createDatabase } from '#platform/database/database'
import { openPostgres } from '#platform/database/postgres/engine'
import { createStoredValues } from '#platform/database/stored-values'
import { type DataPaths, FolderInUse, lockDataFolder } from '#platform/data-folder'
import type { Config } from '../config.ts'
import { type Command, existingData, UsageError } from './command.ts'

/** Milliseconds. */
const [reportInterval, checkInterval] = [2_000, 300]

export const blobs: Command = {
  usage: [
    ['blobs status', 'says where the contents of files lie, and whether they are being moved'],
    ['blobs copy --to s3://BUCKET/PREFIX', 'moves them to a bucket, also while the server runs; goes on where it was'],
    ['blobs copy --to disk', 'moves them into the data folder'],
    ['blobs copy … --verify', 'reads again what is there from an earlier run'],
    ['blobs copy … --leave-damaged', 'leaves damaged contents behind'],
    ['blobs copy --cancel', 'gives a move up; what has been copied stays there'],
  ],
  async run(parameters, config) {
    const flag = { type: 'boolean', default: false } as const
    const options = { to: { type: 'string' }, verify: flag, cancel: flag, 'leave-damaged': flag } as const
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options })
    const paths = existingData(config)
    const { location } = await locations.findLocation({ config, paths })
    if (positionals.join(' ') === 'status') {
      const order = await locations.readJson<locations.MoveOrder>(paths.blobMove)
      const problem = order?.problem === undefined ? '' : `, and failed: ${order.problem}`
      console.log(
        `The contents lie in ${locations.describeLocation(location)}.${order ? ` A move to ${order.to} is under way${problem}.` : ''}`,
      )
    } else if (positionals.join(' ') !== 'copy' || (values.to === undefined) === !values.cancel) {
      throw new UsageError('Say status, or copy with --to or --cancel.')
    } else if (values.to === undefined) {
      await rm(paths.blobMove, { force: true })
      console.log('The move is given up.')
    } else {
      const order = { to: values.to, leavesDamaged: values['leave-damaged'] }
      const target = locations.parseLocation(order.to, config)
      const isThere = locations.isSameLocation(location, target)
      if (!isThere) await move(order, paths, config, values.verify)
      const setting = target.bucket ? 'either this or nothing' : 'nothing'
      console.log(
        `The contents lie in ${locations.describeLocation(target)}. Later starts take ${setting} in VERMILION_BLOBS.`,
      )
      const old = location.bucket ? location.text : join(paths.blobs, '[0-9a-f][0-9a-f]')
      if (!isThere) console.log(`What is left in ${old} is not used any more, and can be deleted.`)
    }
    return 0
  },
}

/** Copies beside the server, if one runs. Only the rest, and the switch, is for the holder of the lock. */
async function move(order: locations.MoveOrder, paths: DataPaths, config: Config, isVerified: boolean): Promise<void> {
  const unlock = await lockDataFolder(paths).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error
  })
  const database = config.database && createDatabase(await openPostgres(config.database))
  try {
    const needs = { config, paths, values: database && createStoredValues(database) }
    const { location } = await locations.findLocation(needs)
    const to = locations.parseLocation(order.to, config)
    await deleteFoldersOfGone(join(paths.blobs, 'moving'))
    const own = createOwnFolder(join(paths.blobs, 'moving'))
    const target = await locations.openTarget(to, needs, own('target'))
    const pair = { source: locations.openLocation(location, needs, own('source')), target }
    const copied = await createCopying(own).copyAll(pair, { isVerified, report: createReport() })
    print(copied)
    requireUndamaged(copied, order.leavesDamaged)
    if (unlock) await locations.finishMove(createMovableBlobs(pair.source), order, needs)
    else await orderRest(order, paths)
    const now = await locations.findLocation(needs)
    if (!locations.isSameLocation(now.location, to)) throw new Error('The move was given up.')
  } finally {
    await database?.close()
    unlock?.()
  }
}

function createReport() {
  let reportedAt = Date.now()
  return (copied: Copied): void => {
    if (Date.now() - reportedAt < reportInterval) return
    reportedAt = Date.now()
    print(copied)
  }
}

const print = ({ files, bytes, skipped, damaged }: Copied) =>
  console.log(`${files} copied (${(bytes / 1e9).toFixed(2)} GB), ${skipped} were there, ${damaged.length} are damaged`)

async function orderRest(order: locations.MoveOrder, paths: DataPaths): Promise<void> {
  const file = paths.blobMove
  await locations.writeDurably(file, order)
  console.log('The server copies what is left, and reads from the other location then. It goes on when this is ended.')
  while (existsSync(file)) {
    const { problem } = (await locations.readJson<locations.MoveOrder>(file)) ?? {}
    if (problem !== undefined) {
      await rm(file, { force: true })
      throw new Error(problem)
    }
    await delay(checkInterval)
  }
}
