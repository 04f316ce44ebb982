import { parseArgs } from 'node:util'
import { healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import { createComposedBlobs } from '#platform/blobs/composed'
import { contentCheck } from '#platform/blobs/index-check'
import { findLocation } from '#platform/blobs/moving/location'
import type { Check } from '#platform/checks/checks'
import { examine } from '#platform/checks/examine'
import { lockDataFolder } from '#platform/data-folder'
import type { Database } from '#platform/database/database'
import { createLog } from '#platform/log'
import { createPlatform, type Platform } from '#platform/platform'
import { migrations } from '../../migrations/index.ts'
import { createApp } from '../app.ts'
import { takeLead } from '../take-lead.ts'
import { type Command, existingData } from './command.ts'

const shownProblems = 20

export const doctor: Command = {
  usage: [
    ['doctor', 'checks the data folder, also while the server runs; says what it would repair'],
    ['doctor --deep', 'reads also each content that lies in a bucket; else its listing is compared with the rows'],
    ['doctor --repair', 'repairs what it can; the server must be stopped'],
  ],
  async run(parameters, config) {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ args: parameters, options: { repair: flag, deep: flag } })
    const paths = existingData(config)
    const { location } = await findLocation({ config, paths })
    const isListed = location.bucket !== undefined && !values.deep
    const log = createLog('error')
    const unlock = values.repair ? await lockDataFolder(paths) : () => {}
    const { lead } = values.repair ? await takeLead({ config, log, onLost: () => process.exit(1) }) : {}
    const platform = await createPlatform({ config, log, migrations, lead, forward: false })
    try {
      await createApp(platform)
      let wrong = 0
      for (const check of platform.checks.all())
        if (healthCheckOffer(check.id).of === 'data')
          wrong += await report(isListed ? byListing(check, platform) : check, platform.database, values.repair)
      console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} checks found something wrong.`)
      return wrong === 0 ? 0 : 1
    } finally {
      await platform.database.close()
      await lead?.handOver()
      unlock()
    }
  },
}

/** Content that lies in folders of others is in no listing. */
function byListing(check: Check, { blobs, blobOwners: owners, contentPlaces }: Platform): Check {
  if (check.id !== 'content') return check
  const elsewhere = createComposedBlobs({ ...blobs, stat: async () => undefined }, contentPlaces)
  return contentCheck({ blobs, owners }, elsewhere)
}

async function report(check: Check, database: Database, repair: boolean): Promise<number> {
  const { title, advice } = healthCheckOffer(check.id)
  const { finding, repaired } = await examine(database, check, { repair })
  const { words } = repaired ?? finding
  if (words.length === 0) {
    console.log(`ok      ${title.en}`)
    return 0
  }
  const isMended = finding.state !== 'problem'
  const way = check.repair === undefined ? advice.en : '--repair would put this right'
  console.log(`${isMended ? 'mended ' : 'WRONG  '} ${title.en}: ${words.length}${isMended ? '' : ` (${way})`}`)
  for (const { en } of words.slice(0, shownProblems)) console.log(`          ${en}`)
  if (words.length > shownProblems) console.log(`          and ${words.length - shownProblems} more`)
  return isMended ? 0 : 1
}
