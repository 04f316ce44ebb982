import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createFileStorageRoutes } from './file-storage/routes.ts'
import { type SettingsMount, settingsRoutes } from './routes.ts'
import { createSettingsService } from './service.ts'
import { serviceRoutes } from './services/routes.ts'
import { createServices } from './services/services.ts'

interface SettingsNeeds extends Pick<
  Platform,
  'database' | 'events' | 'transmitter' | 'clock' | 'lifecycle' | 'secrets' | 'blobs'
> {
  readonly config: Pick<Platform['config'], 'data' | 'settings' | 'services'>
}

export type Settings = Awaited<ReturnType<typeof createSettings>>

/** The settings of the server, and the outside services that it calls. */
export async function createSettings(needs: SettingsNeeds) {
  const { database, events, transmitter, clock, lifecycle, secrets, blobs, config } = needs
  const settings = await createSettingsService({ database, events, clock, fixed: config.settings })
  const services = createServices({ database, events, clock, secrets, configured: config.services })
  const fileStorageRoutes = await createFileStorageRoutes({ database, events, clock, blobs, dataFolder: config.data })
  const { value, sessionTimes } = settings
  return {
    value,
    sessionTimes,
    services,
    mount(http: Pick<Http, 'mount'>, { watch, description }: SettingsMount): void {
      const needed = { settings, database, transmitter, lifecycle, clock, dataFolder: config.data }
      http.mount(endpointAreas.settings, settingsRoutes({ ...needed, watch, description }))
      http.mount(endpointAreas.services, serviceRoutes(services))
      http.mount(endpointAreas.fileStorage, fileStorageRoutes)
    },
  }
}
