import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { settingsEndpoints } from '@vermilion/contract/settings'
import { streamEvents } from '#platform/events/stream'
import type { Credential, Handlers } from '#platform/http/handler'
import type { Platform } from '#platform/platform'
import { diskSpace } from '#platform/disk-space'
import type { SettingsService } from './service.ts'

export const version = (
  JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

export interface SettingsMount {
  /** Calls `stop` when the credential ends, until the returned function is called. */
  readonly watch: (credential: Credential, stop: () => void) => () => void
  /** The API description. */
  readonly description: () => string
}

interface RouteNeeds extends SettingsMount, Pick<Platform, 'database' | 'transmitter' | 'lifecycle' | 'clock'> {
  readonly settings: SettingsService
  readonly dataFolder: string
}

export function settingsRoutes(needs: RouteNeeds): Handlers<typeof settingsEndpoints> {
  const { settings, dataFolder } = needs
  const startedAt = needs.clock.time()
  const open = new Set<() => void>()
  needs.lifecycle.onStop(() => open.forEach((end) => end()))
  return {
    async health() {
      await sql`select 1`.execute(needs.database.query())
      return { status: 'ok', version, role: 'leader' }
    },
    live: () => ({ status: 'ok' }),
    async ready() {
      await sql`select 1`.execute(needs.database.query())
      return { status: 'ok' }
    },
    about: async () => ({
      version,
      node: process.versions.node,
      database: needs.database.version,
      platform: `${process.platform} ${process.arch}`,
      startedAt,
      dataFolder,
      disk: await diskSpace(dataFolder),
    }),
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
