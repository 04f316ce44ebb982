import { sql } from 'kysely'
import type { settingsEndpoints } from '@vermilion/contract/settings'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { streamEvents } from '#platform/events/stream'
import type { Transmitter } from '#platform/events/transmitter'
import type { Credential, Handlers } from '#platform/http/handler'
import type { Lifecycle } from '#platform/lifecycle'
import { about } from './about.ts'
import type { Settings } from './settings.ts'
import { version } from './version.ts'

export interface SettingsNeeds {
  readonly settings: Settings
  readonly database: Database
  readonly transmitter: Transmitter
  readonly lifecycle: Lifecycle
  /** Calls `stop` when the credential ends, until the returned function is called. */
  readonly watch: (credential: Credential, stop: () => void) => () => void
  readonly clock: Clock
  readonly dataFolder: string
  readonly description: () => string
}

export function settingsRoutes(needs: SettingsNeeds): Handlers<typeof settingsEndpoints> {
  const { settings } = needs
  const startedAt = needs.clock.time()
  const open = new Set<() => void>()
  needs.lifecycle.onStop(() => open.forEach((end) => end()))
  return {
    async health() {
      await sql`select 1`.execute(needs.database.query())
      return { status: 'ok', version }
    },
    about: () => about(needs.dataFolder, startedAt),
    getSettings: () => settings.shown(),
    changeSettings: ({ body, account }) => settings.change(body, account.username),
    describe({ reply }) {
      reply.send(needs.description())
    },
    events({ reply, request, credential }) {
      const input = request.headers['last-event-id']
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-request-id': request.id,
      })
      const end = streamEvents(needs.transmitter, reply.raw, typeof input === 'string' ? input : undefined)
      open.add(end)
      const unwatch = needs.watch(credential, end)
      reply.raw.on('close', () => {
        open.delete(end)
        unwatch()
      })
    },
  }
}
