import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { migrations } from '../migrations/index.ts'
import { createApp, type App, type AppOptions } from './app.ts'
import type { Config } from './config.ts'
import { takeLead } from './take-lead.ts'
import type { Clock } from '#platform/clock'
import { dataPaths, lockDataFolder, recordHolder, tightenDataFolder } from '#platform/data-folder'
import type { Log } from '#platform/log'
import type { Lead } from '#platform/lead/lead'
import { createPlatform, type OpenStore, type Platform } from '#platform/platform'

/** Milliseconds for pending requests when the server stops: with all else, orchestrators wait two seconds at the most. */
const patience = 1_000
/** Milliseconds for sending a response. */
const farewell = 200

export interface RunningServer {
  readonly address: string
  readonly firstAccount: { username: string; password: string | undefined } | undefined
  readonly app: App
  readonly platform: Platform
  /** Running tasks continue without the server. */
  stop(): Promise<void>
}

export interface ServerNeeds extends AppOptions {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock | undefined
  readonly openStore?: OpenStore | undefined
  /** Called when another server leads: the process must end without doing anything more. */
  readonly onLeadLost?: (() => void) | undefined
  /** Called when this server stands by for another; without it that is refused. */
  readonly onStandby?: ((address: string) => void) | undefined
}

export async function startServer({ config, log, clock, openStore, ...options }: ServerNeeds): Promise<RunningServer> {
  const { onLeadLost = () => log.fatal('another server leads'), onStandby, ...appOptions } = options
  const unlock = await lockDataFolder(dataPaths(config.data))
  let lead: Lead | undefined
  try {
    const rights = await tightenDataFolder(dataPaths(config.data))
    if (rights === 'tightened')
      log.warn('other accounts of this machine could read the data folder, and cannot any more')
    if (rights === 'open') log.warn('other accounts of this machine can read the data folder: take their rights away')
    const leading = await takeLead({ config, log, onLost: onLeadLost, onStandby })
    lead = leading.lead
    const platform = await createPlatform({ config, log, migrations, clock, openStore, lead, forward: true })
    const app = await createApp(platform, appOptions)
    const firstAccount = await app.accounts.addFirst(config.adminPassword)
    await platform.lifecycle.start()
    await leading.endStandby()
    await app.http.server.listen({ host: config.host, port: leading.port })
    const { address, port, family } = app.http.server.server.address() as AddressInfo
    const host = family === 'IPv6' ? `[${address}]` : address
    const url = `http://${host}:${port}${config.basePath}`
    app.mlflow.listening(url)
    await lead?.listening(url)
    await recordHolder(platform.paths, url)
    let stopped: Promise<void> | undefined
    const running: RunningServer = {
      address: url,
      firstAccount,
      app,
      platform,
      stop: () => (stopped ??= stop(platform, app).finally(unlock)),
    }
    return running
  } catch (error) {
    await lead?.handOver()
    unlock()
    throw error
  }
}

async function stop({ lifecycle, database, lead }: Platform, { http }: App): Promise<void> {
  const late = delay(patience, undefined, { ref: false })
  const closed = http.server.close()
  await lifecycle.stop()
  await Promise.race([closed, late])
  // Requests that still send their body are told that the server stops, before they are disconnected.
  await database.close()
  await lead?.handOver()
  await Promise.race([closed, delay(farewell, undefined, { ref: false })])
  http.server.server.closeAllConnections()
  await closed
}
