import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import { archiveRoutes } from './archives/routes.ts'
import type { createFilesArea } from './area.ts'
import { scanRoutes } from './in-place/routes.ts'
import { operationRoutes } from './operations/routes.ts'
import { previewRoutes } from './previews/routes.ts'
import { fileRoutes, spaceReportRoutes } from './routes.ts'
import { trashRoutes } from './trash/routes.ts'

export function mountFiles(http: Http, area: ReturnType<typeof createFilesArea>): void {
  const { files, batches, uploadRoutes, previews, operations, trash, archives, protocols } = area
  http.mount(endpointAreas.scans, scanRoutes(files.scans))
  http.mount(endpointAreas.files, fileRoutes(files, batches))
  http.mount(endpointAreas.spaceReports, spaceReportRoutes(files))
  http.mount(endpointAreas.previews, previewRoutes(previews))
  http.mount(endpointAreas.uploads, uploadRoutes)
  http.mount(endpointAreas.fileOperations, operationRoutes(operations))
  http.mount(endpointAreas.trash, trashRoutes(trash))
  http.mount(endpointAreas.archives, archiveRoutes(archives))
  for (const [path, protocol] of Object.entries(protocols)) http.mountProtocol(path, protocol)
}
