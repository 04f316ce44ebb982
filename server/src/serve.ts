import type { AppOptions } from './app.ts'
import type { Config } from './config.ts'
import { startServer, type RunningServer } from './server.ts'
import { createLog } from '#platform/log'

/** `EX_TEMPFAIL` of sysexits.h: a supervisor starts the server again, which stands by then. */
const leadLostCode = 75

export async function serve(config: Config, options: AppOptions = {}): Promise<void> {
  const log = createLog(config.logLevel)
  const endings = ['SIGTERM', 'SIGINT'] as const
  const endAtOnce = () => process.exit(0)
  for (const signal of endings) process.on(signal, endAtOnce)
  const server = await startServer({
    config,
    log,
    ...options,
    onStandby: (address) => console.log(`Vermilion stands by at ${address}: another server leads`),
    onLeadLost() {
      console.error('Another server leads now: this one did not answer the database in time, and ends')
      process.exit(leadLostCode)
    },
  })
  const end = () =>
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server did not stop cleanly')
        process.exit(1)
      },
    )
  for (const signal of endings) process.off(signal, endAtOnce).once(signal, end)
  console.log(greeting(server))
}

function greeting({ address, firstAccount }: RunningServer): string {
  const ready = `Vermilion is ready at ${address}/login`
  if (firstAccount === undefined) return ready
  const { username, password } = firstAccount
  return `${ready}\nThe first account is ${username}${password === undefined ? '' : `, its password ${password}`}`
}
