import type { Endpoint } from './kernel/endpoint.ts'
import { accountEndpoints } from './accounts.ts'
import { annotationEndpoints } from './annotation.ts'
import { datasetEndpoints } from './datasets.ts'
import { fileEndpoints } from './files.ts'
import { modelEndpoints } from './models.ts'
import { sampleEndpoints } from './samples.ts'
import { serviceEndpoints } from './services.ts'
import { settingsEndpoints } from './settings.ts'
import { spaceReportEndpoints } from './space-report.ts'
import { spaceEndpoints } from './spaces.ts'
import { taskEndpoints } from './tasks.ts'
import { uploadEndpoints } from './uploads.ts'
import { workEndpoints } from './work.ts'

/** Every endpoint by area and name: what the server mounts, OpenAPI describes, and the command line may call. */
export const endpointAreas = {
  settings: settingsEndpoints,
  work: workEndpoints,
  services: serviceEndpoints,
  accounts: accountEndpoints,
  spaces: spaceEndpoints,
  files: fileEndpoints,
  spaceReports: spaceReportEndpoints,
  uploads: uploadEndpoints,
  tasks: taskEndpoints,
  datasets: datasetEndpoints,
  models: modelEndpoints,
  samples: sampleEndpoints,
  annotation: annotationEndpoints,
} as const satisfies Record<string, Record<string, Endpoint>>
