import type { Endpoint } from './kernel/endpoint.ts'
import { accountEndpoints } from './accounts.ts'
import { annotationEndpoints } from './annotation.ts'
import { archiveEndpoints } from './archives.ts'
import { datasetEndpoints } from './datasets.ts'
import { datasetExportEndpoints } from './dataset-exports.ts'
import { datasetImportEndpoints } from './dataset-imports.ts'
import { deletedSpaceEndpoints } from './deleted-spaces.ts'
import { evaluationEndpoints } from './evaluations.ts'
import { fileOperationEndpoints } from './file-operations.ts'
import { fileEndpoints } from './files.ts'
import { metricEndpoints } from './metrics.ts'
import { modelEndpoints } from './models.ts'
import { poolEndpoints } from './pools.ts'
import { previewEndpoints } from './previews.ts'
import { sampleEndpoints } from './samples.ts'
import { scanEndpoints } from './scans.ts'
import { serviceEndpoints } from './services.ts'
import { settingsEndpoints } from './settings.ts'
import { spaceReportEndpoints } from './space-report.ts'
import { spaceEndpoints } from './spaces.ts'
import { taskLogEndpoints } from './task-logs.ts'
import { taskEndpoints } from './tasks.ts'
import { terminalEndpoints } from './terminals.ts'
import { imageEndpoints } from './training-images.ts'
import { trashEndpoints } from './trash.ts'
import { uploadEndpoints } from './uploads.ts'
import { workEndpoints } from './work.ts'

/** Every endpoint by area and name: what the server mounts, OpenAPI describes, and the command line may call. */
export const endpointAreas = {
  settings: settingsEndpoints,
  work: workEndpoints,
  services: serviceEndpoints,
  accounts: accountEndpoints,
  spaces: spaceEndpoints,
  deletedSpaces: deletedSpaceEndpoints,
  files: fileEndpoints,
  spaceReports: spaceReportEndpoints,
  scans: scanEndpoints,
  uploads: uploadEndpoints,
  fileOperations: fileOperationEndpoints,
  trash: trashEndpoints,
  archives: archiveEndpoints,
  previews: previewEndpoints,
  pools: poolEndpoints,
  tasks: taskEndpoints,
  trainingImages: imageEndpoints,
  taskLogs: taskLogEndpoints,
  terminals: terminalEndpoints,
  metrics: metricEndpoints,
  datasets: datasetEndpoints,
  datasetImports: datasetImportEndpoints,
  datasetExports: datasetExportEndpoints,
  models: modelEndpoints,
  evaluations: evaluationEndpoints,
  samples: sampleEndpoints,
  annotation: annotationEndpoints,
} as const satisfies Record<string, Record<string, Endpoint>>
export type AreaName = keyof typeof endpointAreas
