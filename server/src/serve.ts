import type { AppOptions } from './app.ts'
import type { Config } from './config.ts'
import { startServer, type RunningServer } from './server.ts'
import { createLog } from '#platform/log'

export async function serve(config: Config, options: AppOptions = {}): Promise<void> {
  const log = createLog(config.logLevel)
  const server = await startServer({ config, log, ...options })
  const end = () =>
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server did not stop cleanly')
        process.exit(1)
      },
    )
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  console.log(greeting(server))
}

function greeting({ address, firstAccount }: RunningServer): string {
  const ready = `Vermilion is ready at ${address}/login`
  if (firstAccount === undefined) return ready
  const { username, password } = firstAccount
  return `${ready}\nThe first account is ${username}${password === undefined ? '' : `, its password ${password}`}`
}
