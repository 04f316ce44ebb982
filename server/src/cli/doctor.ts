import { parseArgs } from 'node:util'
import type { Check } from '#platform/checks/checks'
import { lockDataFolder } from '#platform/data-folder'
import { createLog } from '#platform/log'
import { createPlatform } from '#platform/platform'
import { migrations } from '../../migrations/index.ts'
import { createApp } from '../app.ts'
import type { Command } from './command.ts'
import { existingData } from './command.ts'

const shownProblems = 20

export const doctor: Command = {
  usage: [
    ['doctor', 'checks the data folder, also while the server runs; says what it would repair'],
    ['doctor --repair', 'repairs what it can; the server must be stopped'],
  ],
  async run(parameters, config) {
    const { values } = parseArgs({ args: parameters, options: { repair: { type: 'boolean', default: false } } })
    const paths = existingData(config)
    const unlock = values.repair ? await lockDataFolder(paths) : () => {}
    const platform = await createPlatform({ config, log: createLog('error'), migrations, forward: false })
    try {
      await createApp(platform)
      let wrong = 0
      for (const check of platform.checks.all()) wrong += await examine(check, values.repair)
      console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} checks found something wrong.`)
      return wrong === 0 ? 0 : 1
    } finally {
      await platform.database.close()
      unlock()
    }
  },
}

/** 1 when something is, and stays, wrong. */
async function examine(check: Check, repair: boolean): Promise<number> {
  const problems = await check.problems()
  if (problems.length === 0) {
    console.log(`ok      ${check.name}`)
    return 0
  }
  const mended = repair && check.repair !== undefined
  if (mended) await check.repair()
  const left = mended ? (await check.problems()).length : problems.length
  const advice = check.repair === undefined ? 'cannot be repaired here' : '--repair would put this right'
  console.log(
    `${left === 0 ? 'mended ' : 'WRONG  '} ${check.name}: ${problems.length}${left === 0 ? '' : ` (${advice})`}`,
  )
  for (const problem of problems.slice(0, shownProblems)) console.log(`          ${problem}`)
  if (problems.length > shownProblems) console.log(`          and ${problems.length - shownProblems} more`)
  return left === 0 ? 0 : 1
}
