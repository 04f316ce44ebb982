import { readFile } from 'node:fs/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { z } from 'zod'
import { createAccounts } from '#areas/accounts'
import { dataPaths, FolderInUse } from '#platform/data-folder'
import { createLog } from '#platform/log'
import { createPlatform } from '#platform/platform'
import { migrations } from '../../migrations/index.ts'
import type { Config } from '../config.ts'
import { startServer, type RunningServer } from '../server.ts'
import { type Call, createApiClient } from './api-client.ts'

/** Uses the running server of the data folder, or a temporary one. The session ends with the work. */
export async function withServer<Result>(config: Config, work: (call: Call) => Promise<Result>): Promise<Result> {
  const own = await startOwn(config)
  try {
    const address = own?.address ?? (await runningAddress(config))
    const call = createApiClient({ url: address, token: await openSession(config), language: 'en-us' })
    try {
      return await work(call)
    } finally {
      await call(accountEndpoints.logout, {})
    }
  } finally {
    await own?.stop()
  }
}

/** Undefined when another server has the data folder. */
async function startOwn(config: Config): Promise<RunningServer | undefined> {
  try {
    const own = await startServer({ config: { ...config, host: '127.0.0.1', port: 0 }, log: createLog('error') })
    const { username, password } = own.firstAccount ?? {}
    if (password !== undefined) console.log(`The first account is ${username}, its password ${password}`)
    return own
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}

async function runningAddress(config: Config): Promise<string> {
  const holder = z.object({ address: z.string() })
  const running = holder.safeParse(JSON.parse(await readFile(dataPaths(config.data).holder, 'utf8')))
  if (running.success) return running.data.address
  throw new Error('The server of this data folder starts or stands by: run this where the one that leads is')
}

async function openSession(config: Config): Promise<string> {
  const platform = await createPlatform({ config, log: createLog('error'), migrations, forward: false })
  try {
    return await createAccounts(platform).openFirst()
  } finally {
    await platform.database.close()
  }
}
